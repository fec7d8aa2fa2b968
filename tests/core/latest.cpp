// What is computed beside the frames (core/base/latest.h), and what ends there (core/base/destroy_in_background.h).
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core/base/destroy_in_background.h"
#include "core/base/error.h"
#include "core/base/latest.h"
#include "tests/support/trainings.h"

using namespace glassformer;
using test::comes_true;
using Numbers = Latest<int, std::vector<int>>;

namespace {

void pause_briefly() { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }

/// The numbers up to 9 and the request, shown one after the other.
Numbers::Compute counted(int request) {
    return [request](const Numbers::Work& work) {
        std::vector<int> numbers;
        while (numbers.size() < 10 && !work.stopped) {
            pause_briefly();
            numbers.push_back(100 * request + static_cast<int>(numbers.size()));
            work.show(numbers);
        }
        return numbers;
    };
}

}  // namespace

TEST_CASE("the newest request wins, and nothing of one before it is seen after its own" *
          doctest::test_suite("threads")) {
    std::atomic<int> woken{0};
    Numbers numbers;
    CHECK_FALSE(numbers.done());
    CHECK(numbers.shown() == nullptr);
    CHECK_FALSE(numbers.request());
    int request = 0, seen = 0;
    CHECK(comes_true([&] {
        if (request < 30) ++request;
        numbers.follow(request, counted(request), [&] { ++woken; });
        if (const auto now = numbers.shown()) {
            CHECK(now->request >= seen);
            seen = now->request;
            for (std::size_t i = 0; i < now->result.size(); ++i)
                CHECK(now->result[i] == 100 * now->request + static_cast<int>(i));
        }
        return numbers.done();
    }));
    CHECK(numbers.request() == 30);
    CHECK(numbers.shown()->request == 30);
    CHECK(numbers.shown()->result.size() == 10);
    CHECK(numbers.shown()->done);
    CHECK(woken >= 10);
    // What is there is not computed again.
    CHECK(comes_true([&] { return numbers.idle(); }));
    numbers.follow(
        30, [](const auto&) -> std::vector<int> { throw std::logic_error("asked again"); }, [] {});
    CHECK(numbers.idle());
    CHECK(numbers.done());
}

TEST_CASE("a request that overtakes another stops it, and begins once it has ended" * doctest::test_suite("threads")) {
    std::atomic<bool> begun{false}, let_go{false};
    std::atomic<int> woken{0};
    Latest<int, int> latest;
    const auto wake = [&] { ++woken; };
    latest.follow(
        1,
        [&](const auto& work) {
            begun = true;
            while (!let_go) pause_briefly();
            CHECK(work.stopped);
            work.show(-1);
            return -1;
        },
        wake);
    REQUIRE(comes_true([&] { return begun.load(); }));
    const auto second = [](const auto&) { return 2; };
    latest.follow(2, second, wake);  // does not wait
    CHECK_FALSE(latest.idle());
    CHECK_FALSE(latest.done());
    CHECK(latest.request() == 2);
    let_go = true;
    REQUIRE(comes_true([&] { return latest.idle() && woken > 0; }));
    CHECK(latest.shown() == nullptr);  // of what was overtaken nothing is seen
    CHECK(comes_true([&] { return latest.follow(2, second, wake), latest.done(); }));
    CHECK(latest.shown()->result == 2);
}

TEST_CASE("what is stopped keeps what was shown, and begins anew" * doctest::test_suite("threads")) {
    Numbers numbers;
    std::atomic<int> begun{0};
    const auto endless = [&](const Numbers::Work& work) {
        ++begun;
        work.show({begun.load()});
        while (!work.stopped) pause_briefly();
        return std::vector<int>{};
    };
    numbers.follow(1, endless, [] {});
    REQUIRE(comes_true([&] { return numbers.shown() != nullptr; }));
    numbers.stop();
    CHECK_FALSE(numbers.request());
    CHECK(comes_true([&] { return numbers.idle(); }));
    CHECK(numbers.shown()->result == std::vector<int>{1});
    CHECK_FALSE(numbers.shown()->done);
    numbers.follow(1, endless, [] {});
    CHECK(comes_true([&] { return numbers.shown()->result == std::vector<int>{2}; }));
    numbers.forget();
    CHECK(numbers.shown() == nullptr);
    CHECK(comes_true([&] { return numbers.idle(); }));
    CHECK(numbers.shown() == nullptr);
}

TEST_CASE("what has come of a request is taken once, and then it is asked for anew" * doctest::test_suite("threads")) {
    Latest<int, int> latest;
    std::atomic<int> computed{0};
    const auto count = [&](const auto&) { return ++computed; };
    for (int time = 1; time <= 3; ++time) {
        CHECK(latest.take() == nullptr);
        std::shared_ptr<const Latest<int, int>::Answer> taken;
        REQUIRE(comes_true([&] {
            if (latest.idle()) latest.follow(7, count, [] {});
            return (taken = latest.take()) != nullptr;
        }));
        CHECK(taken->request == 7);
        CHECK(taken->result == time);
        REQUIRE(comes_true([&] { return latest.idle(); }));
    }
}

TEST_CASE("what fails says why and keeps what it had shown" * doctest::test_suite("threads")) {
    Numbers numbers;
    const auto fail = [](const Numbers::Work& work) -> std::vector<int> {
        work.show({1, 2});
        throw Error("the third number cannot be computed");
    };
    CHECK(comes_true([&] { return numbers.follow(1, fail, [] {}), numbers.done(); }));
    CHECK(numbers.shown()->error == "the third number cannot be computed");
    CHECK(numbers.shown()->result == std::vector<int>{1, 2});
    numbers.wait();
    // On this thread, at once.
    numbers.answer(2, [caller = std::this_thread::get_id()](const auto&) {
        CHECK(std::this_thread::get_id() == caller);
        return std::vector<int>{5};
    });
    CHECK(numbers.done());
    CHECK(numbers.shown()->result == std::vector<int>{5});
    CHECK(numbers.shown()->error.empty());
}

TEST_CASE("an owner that goes while work is done waits until that has seen it" * doctest::test_suite("threads")) {
    std::atomic<bool> begun{false}, ended{false};
    {
        Latest<int, int> latest;
        latest.follow(
            1,
            [&](const auto& work) {
                begun = true;
                while (!work.stopped) pause_briefly();
                work.show(1);
                ended = true;
                return 1;
            },
            [] {});
        REQUIRE(comes_true([&] { return begun.load(); }));
    }
    CHECK(ended);
}

TEST_CASE("what ends beside its owner keeps nobody waiting until that goes, too" * doctest::test_suite("threads")) {
    struct Slow {
        std::atomic<bool>& may;
        std::atomic<int>& ended;
        ~Slow() {
            while (!may) pause_briefly();
            ++ended;
        }
    };
    std::atomic<bool> may{false};
    std::atomic<int> ended{0};
    {
        DestroyInBackground destroy;
        destroy(std::unique_ptr<Slow>(new Slow{may, ended}));
        destroy(std::shared_ptr<Slow>(new Slow{may, ended}));
        CHECK(ended == 0);
        may = true;
        CHECK(comes_true([&] { return ended == 2; }));
        destroy(std::unique_ptr<Slow>(new Slow{may, ended}));
    }
    CHECK(ended == 3);
}
