// The division of scores by √d_k, and sweeps that compute their points beside a window.
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <thread>

#include "core/base/error.h"
#include "core/experiments/score_scale.h"
#include "core/experiments/sweep.h"
#include "tests/support/trainings.h"

using namespace glassformer;

TEST_SUITE_BEGIN("experiments");

TEST_CASE("scores of independent normal numbers vary by d_k, and by 1 once they are divided by its root") {
    for (const int d_k : {1, 4, 64, 1024}) {
        CAPTURE(d_k);
        double raw = 0, scaled = 0;  // the mean over seeds: keys of one draw are few
        constexpr int seeds = 20;
        for (int seed = 0; seed < seeds; ++seed) {
            const Tensor scores = random_scores({.d_k = d_k, .keys = 32, .seed = static_cast<std::uint64_t>(seed)});
            raw += score_measures(scores.view(), 1).variance / seeds;
            scaled += score_measures(scores.view(), 1 / std::sqrt(d_k)).variance / seeds;
        }
        CHECK(raw == doctest::Approx(d_k).epsilon(0.12));
        CHECK(scaled == doctest::Approx(1).epsilon(0.12));
    }
}

TEST_CASE("unscaled, the softmax of many entries takes one key and cannot be moved; scaled, it can") {
    const Tensor scores = random_scores({.d_k = 1024, .keys = 16, .seed = 3});
    const ScoreMeasures raw = score_measures(scores.view(), 1), scaled = score_measures(scores.view(), 1.0 / 32);
    CHECK(raw.peak > 0.95);
    CHECK(raw.entropy < 0.15);
    CHECK(raw.slope < 0.1);
    CHECK(scaled.peak < 0.4);
    CHECK(scaled.entropy > 2);
    CHECK(scaled.slope > 0.2);
}

TEST_CASE("weights, entropy and slope of two scores by hand; shares of a histogram") {
    Tensor scores(Shape{{Axis::head, 1}, {Axis::query, 1}, {Axis::key, 2}});
    scores.data[1] = static_cast<float>(2 * std::log(3.0));
    const Tensor weights = score_weights(scores.view(), 0.5);
    CHECK(weights.data[0] == doctest::Approx(0.25));
    CHECK(weights.data[1] == doctest::Approx(0.75));
    const ScoreMeasures measures = score_measures(scores.view(), 0.5);
    CHECK(measures.entropy == doctest::Approx(0.25 * std::log(4.0) + 0.75 * std::log(4.0 / 3)));
    CHECK(measures.slope == doctest::Approx(0.375));  // ‖[[p q, −p q], [−p q, p q]]‖ = 2 p q
    const std::vector<double> shares = histogram(scores.view(), 1, -1, 1, 4);
    CHECK(shares == std::vector<double>{0, 0, 0.5, 0.5});  // what is beyond the end is in the last bin
}

TEST_CASE("a larger d_k keeps the entries of a smaller one; nothing of nothing is refused") {
    RandomScores setting{.d_k = 1, .keys = 3, .queries = 2, .seed = 5};
    const Tensor one = random_scores(setting);
    setting.d_k = 2;
    const Tensor two = random_scores(setting);
    setting.d_k = 2;
    CHECK(std::equal(two.data.begin(), two.data.end(), random_scores(setting).data.begin()));
    CHECK_FALSE(std::equal(one.data.begin(), one.data.end(), two.data.begin()));
    // The second entry alone is the difference: a matrix of rank one.
    const auto rest = [&](std::size_t i) {
        return static_cast<double>(two.data[i]) - static_cast<double>(one.data[i]);
    };
    CHECK(rest(0) * rest(4) == doctest::Approx(rest(1) * rest(3)).epsilon(1e-4));
    setting.keys = 0;
    CHECK_THROWS_AS(static_cast<void>(random_scores(setting)), Error);
}

TEST_CASE("a sweep shows points of one setting alone, the newest in the end" * doctest::test_suite("threads")) {
    std::atomic<int> woken{0};
    Sweep<int, int> sweep([&] { ++woken; });
    CHECK_FALSE(sweep.done());
    CHECK(sweep.shown() == nullptr);
    const auto compute = [](int setting, std::size_t index, const std::atomic<bool>&) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return setting * 100 + static_cast<int>(index);
    };
    int setting = 0;
    CHECK(test::comes_true([&] {
        if (setting < 30) ++setting;
        sweep.follow(setting, 20, compute);
        if (const auto now = sweep.shown())
            for (std::size_t i = 0; i < now->points.size(); ++i)
                CHECK(now->points[i] == now->setting * 100 + static_cast<int>(i));
        return sweep.done();
    }));
    CHECK(sweep.shown()->setting == 30);
    CHECK(sweep.shown()->points.size() == 20);
    CHECK(woken > 0);
}

TEST_CASE("a sweep that fails keeps its points and says why" * doctest::test_suite("threads")) {
    Sweep<int, int> sweep([] {});
    const auto compute = [](int, std::size_t index, const std::atomic<bool>&) {
        if (index == 3) throw Error("the fourth point cannot be computed");
        return static_cast<int>(index);
    };
    CHECK(test::comes_true([&] {
        sweep.follow(1, 5, compute);
        return sweep.done();
    }));
    CHECK(sweep.shown()->points == std::vector<int>{0, 1, 2});
    CHECK(sweep.shown()->error == "the fourth point cannot be computed");
}
