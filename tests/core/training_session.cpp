// A training session beside the window: its commands, what it shows, and that nobody who looks on changes a bit.
// ctest: optimised too
#include <doctest/doctest.h>

#include <atomic>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/base/thread_pool.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/trainings.h"

using namespace glassformer;
using test::same_bits;
using test::small_plan;

TEST_SUITE_BEGIN("training");

TEST_CASE("an untouched session ends in the bits of the command line") {
    for (const char* task : {"coreference", "induction", "sort"})
        for (const std::uint64_t seed : {3U, 8U}) {
            CAPTURE(task);
            CAPTURE(seed);
            const TrainRequest request = test::small_request(task, seed);
            const Task whole = requested_task(request);
            const TrainedModel model = [&] {
                Task unmeasured = whole;
                unmeasured.measure = [](const ModelConfig&, const Weights&, std::uint64_t) {
                    return std::vector<Metric>();
                };
                return train_in_memory(unmeasured, request, nullptr);
            }();
            TrainingSession session(small_plan(task, seed), {});
            session.start();
            session.wait();
            const TrainingSession::Snapshot shown = session.shown();
            CHECK(shown.phase == TrainingPhase::finished);
            CHECK(shown.problem == "");
            CHECK(shown.steps_done == 12);
            CHECK(shown.steps_planned == 12);
            CHECK(shown.seconds > 0);
            CHECK(shown.steps_per_second > 0);
            REQUIRE(shown.weights);
            CHECK(shown.weights_step == 12);
            CHECK(same_bits(*shown.weights, model.weights));
        }
}

TEST_CASE("a batch in parts on a pool has the bits of the trainer's, whoever asks meanwhile" *
          doctest::test_suite("threads")) {
    TrainingPlan plan = small_plan("induction", 5);
    plan.options.threads = 2;
    ThreadPool pool(2);
    const Weights expected = test::trained(plan);
    std::atomic<int> woken{0};
    TrainingSession session(plan, {.wake = [&] { ++woken; }, .pool = &pool});
    session.start();
    std::size_t seen = 0;
    double losses = 0;
    CHECK(test::comes_true([&] {
        session.request_weights();
        const TrainingSession::Snapshot shown = session.shown();
        CHECK(shown.records.size() >= seen);
        seen = shown.records.size();
        for (std::size_t i = 0; i < seen; ++i) losses += static_cast<double>(shown.records[i].loss);
        if (shown.history) {
            CHECK(shown.history->bytes() <= std::size_t{64} << 20U);
            CHECK(shown.history->nearest(6).weights != nullptr);
        }
        return shown.phase == TrainingPhase::finished;
    }));
    session.wait();
    CHECK(losses > 0);
    CHECK(woken >= 1);
    CHECK(same_bits(*session.shown().weights, expected));
}

TEST_CASE("so many steps are so many, and the weights of each are those of the trainer" *
          doctest::test_suite("threads")) {
    const TrainingPlan plan = small_plan("sort", 2);
    TrainingSession session(plan, {});
    session.wait();
    TrainingSession::Snapshot shown = session.shown();
    CHECK(shown.phase == TrainingPhase::ready);
    CHECK(shown.weights_step == 0);
    CHECK(same_bits(*shown.weights, replay(plan, {}, 0)));
    session.step();
    session.wait();
    CHECK(session.shown().steps_done == 1);
    CHECK(session.shown().phase == TrainingPhase::paused);
    session.step(3);
    session.step();  // comes behind the three
    session.wait();
    shown = session.shown();
    CHECK(shown.steps_done == 5);
    CHECK(shown.records.size() == 5);
    CHECK(shown.records.back().step == 5);
    CHECK(same_bits(*shown.weights, replay(plan, {}, 5)));
    CHECK(same_bits(*shown.history->at(3), replay(plan, {}, 3)));
    CHECK(shown.history->steps() == std::vector{0, 1, 2, 3, 4, 5});
    session.step(100);  // there are no more than planned
    session.wait();
    CHECK(session.shown().steps_done == 12);
    CHECK(session.shown().phase == TrainingPhase::finished);
    CHECK(shown.records.size() == 5);  // what was handed out stays
    session.start();
    session.step(3);
    session.wait();
    CHECK(session.shown().steps_done == 12);
}

TEST_CASE("a reset gives the same bits again, and another seed does not" * doctest::test_suite("threads")) {
    TrainingSession session(small_plan("induction", 7), {});
    const auto run = [&] {
        session.start();
        session.wait();
        return session.shown();
    };
    session.step(3);
    session.wait();
    session.change(Changed::learning_rate, 0.5);
    session.reset();
    session.wait();
    CHECK(session.shown().phase == TrainingPhase::ready);
    CHECK(session.shown().steps_done == 0);
    CHECK(session.shown().records.empty());
    CHECK(session.shown().changes->empty());
    const TrainingSession::Snapshot first = run();
    CHECK(same_bits(*first.weights, test::trained(small_plan("induction", 7))));
    session.reset();
    const TrainingSession::Snapshot again = run();
    CHECK(same_bits(*first.weights, *again.weights));
    CHECK(test::same_records(first.records, again.records));
    session.reset(8);
    const TrainingSession::Snapshot other = run();
    CHECK(other.plan->options.seed == 8);
    CHECK_FALSE(same_bits(*first.weights, *other.weights));
    CHECK(same_bits(*other.weights, test::trained(small_plan("induction", 8))));
}

TEST_CASE("what is changed is kept as data, and the run is made again from it") {
    const TrainingPlan plan = small_plan("coreference", 4);
    TrainingSession session(plan, {});
    session.step(3);
    session.wait();
    session.change(Changed::learning_rate, 0.02);
    session.step(2);
    session.wait();
    session.change(Changed::batch, 7);
    session.change(Changed::clip, 0.1);
    session.start();
    session.wait();
    const TrainingSession::Snapshot shown = session.shown();
    const std::vector<TrainingChange> expected{
        {3, Changed::learning_rate, 0.02}, {5, Changed::batch, 7}, {5, Changed::clip, 0.1}};
    CHECK(*shown.changes == expected);
    CHECK(same_bits(*shown.weights, replay(plan, *shown.changes, 12)));
    for (std::size_t without = 0; without < expected.size(); ++without) {  // each of them counts
        std::vector<TrainingChange> others = expected;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(without));
        CHECK_FALSE(same_bits(*shown.weights, replay(plan, others, 12)));
    }
    // From the step behind it on: the rate of step 4, and not of step 3.
    CHECK(shown.records[2].learning_rate == static_cast<float>(learning_rate(plan.options, 2)));
    TrainOptions faster = plan.options;
    faster.learning_rate = 0.02;
    CHECK(shown.records[3].learning_rate == static_cast<float>(learning_rate(faster, 3)));
    CHECK(shown.records[5].clip_factor ==
          doctest::Approx(0.1 / static_cast<double>(shown.records[5].gradient_norm)).epsilon(1e-4));
}

TEST_CASE("a change that makes no sense is refused in a sentence and changes nothing") {
    const TrainingPlan plan = small_plan("sort", 4);
    TrainingSession session(plan, {});
    const auto message_after = [&](Changed what, double value) {
        session.change(what, value);
        session.wait();
        return session.shown().message;
    };
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(message_after(Changed::learning_rate, 0) == "training: learning rate must be above 0, got 0");
    CHECK(message_after(Changed::learning_rate, nan) != "");
    CHECK(message_after(Changed::clip, -1) == "training: clip must be 0 or more, got -1");
    CHECK(message_after(Changed::clip, INFINITY) != "");
    CHECK(message_after(Changed::batch, 2.5) == "training: batch must be a whole number from 1 to 65536, got 2.5");
    CHECK(message_after(Changed::batch, 1e30) != "");
    CHECK(message_after(Changed::batch, nan) != "");
    CHECK(session.shown().changes->empty());
    session.start();
    session.wait();
    CHECK(session.shown().message == "");
    CHECK(same_bits(*session.shown().weights, test::trained(plan)));
    CHECK(message_after(Changed::clip, 2) == "all 12 steps are done: reset the training to run it again");
}

TEST_CASE("what cannot be done says why, and weights that are asked for do not wipe that away") {
    TrainingSession session(small_plan("sort", 4), {});
    const auto message = [&] {
        session.request_weights();
        session.wait();
        return session.shown().message;
    };
    session.step(0);
    CHECK(message() == "at least 1 step can be asked for, got 0");
    session.step(2);
    CHECK(message() == "");
    session.start();
    CHECK(message() == "");
    session.start();
    CHECK(message() == "all 12 steps are done: reset the training to run it again");
    session.step();
    CHECK(message() == "all 12 steps are done: reset the training to run it again");
    session.pause();
    CHECK(message() == "");
}

TEST_CASE("steps that were asked for before a start to the end do not count behind it") {
    std::atomic<bool> held{true};
    TrainingSession session(small_plan("sort", 4), {.before_step = [&](int) {
                                while (held) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                            }});
    session.step(9);
    session.start();
    session.step(2);  // two from here on, and no nine before them
    held = false;
    session.wait();
    CHECK(session.shown().steps_done <= 3);  // the first may have been under way
    CHECK(session.shown().phase == TrainingPhase::paused);
}

TEST_CASE("a batch beyond the memory that is free is refused before it is tried") {
    std::atomic<std::uint64_t> free{std::uint64_t{1} << 40U};
    TrainingPlan plan = small_plan("sort", 4);
    TrainingSession session(plan, {.free_memory = [&] { return free.load(); }});
    session.step(2);
    session.wait();
    free = 3'000'000;
    session.change(Changed::batch, 60000);
    session.wait();
    CHECK(contains(session.shown().message, "a step with a batch of 60000 needs about "));
    CHECK(contains(session.shown().message, "and 3.0 MB are free here"));
    CHECK(session.shown().changes->empty());
    session.change(Changed::batch, 5);
    session.start();
    session.wait();
    CHECK(session.shown().phase == TrainingPhase::finished);
    CHECK(session.shown().changes->size() == 1);

    plan.options.batch = 60000;
    TrainingSession large(plan, {.free_memory = [&] { return free.load(); }});
    large.start();
    large.wait();
    CHECK(large.shown().phase == TrainingPhase::failed);
    CHECK(contains(large.shown().problem, "a step with a batch of 60000 needs about "));
}

TEST_CASE("a pause is answered within one step, and nothing else moves meanwhile" * doctest::test_suite("threads")) {
    std::atomic<int> begun{0};
    TrainingSession session(small_plan("sort", 1, 100000), {.before_step = [&](int) {
                                ++begun;
                                std::this_thread::sleep_for(std::chrono::milliseconds(2));
                            }});
    session.start();
    CHECK(test::comes_true([&] { return session.shown().steps_done >= 3; }));
    CHECK(session.shown().phase == TrainingPhase::running);
    session.pause();
    const int under_way = begun;
    session.wait();
    CHECK(begun <= under_way + 1);
    const TrainingSession::Snapshot paused = session.shown();
    CHECK(paused.phase == TrainingPhase::paused);
    CHECK(paused.weights_step == paused.steps_done);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    CHECK(session.shown().steps_done == paused.steps_done);
    session.start();
    CHECK(test::comes_true([&] { return session.shown().steps_done > paused.steps_done; }));
    // The destructor ends it in the middle.
}

TEST_CASE("a session that is destroyed ends within one step, whatever it does" * doctest::test_suite("threads")) {
    for (const int commands : {0, 1, 2, 3}) {
        std::atomic<int> begun{0};
        int at_the_end = 0;
        {
            TrainingSession session(small_plan("sort", 1, 100000), {.before_step = [&](int) { ++begun; }});
            if (commands >= 1) session.start();
            if (commands >= 2) CHECK(test::comes_true([&] { return begun > 2; }));
            if (commands >= 3) {
                session.reset(9);
                session.start();
            }
            at_the_end = begun;
        }
        CHECK(begun < 100000);
        CHECK((commands > 0 || at_the_end == 0));
    }
}

TEST_CASE("the window is woken no more than about twenty times a second, and for the last news too" *
          doctest::test_suite("threads")) {
    std::atomic<int> woken{0}, seen{0};
    const auto begin = std::chrono::steady_clock::now();
    TrainingSession session(small_plan("sort", 1, 60), {.wake = [&] { ++woken; }});
    session.start();
    session.wait();
    CHECK(test::comes_true([&] {  // the last wake may come a twentieth of a second behind
        seen = woken.load();
        std::this_thread::sleep_for(std::chrono::milliseconds(80));
        return seen == woken;
    }));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    CHECK(woken >= 1);
    CHECK(woken <= 20 * seconds + 2);
    CHECK(session.shown().steps_done == 60);
}

TEST_CASE("a window that draws slowly puts off the next news of a running training, but not its end" *
          doctest::test_suite("threads")) {
    std::atomic<int> woken{0}, woken_while_running{0};
    std::atomic<bool> runs{true};
    TrainingSession session(small_plan("sort", 1, 60),
                            {.wake =
                                 [&] {
                                     ++woken;
                                     if (runs) ++woken_while_running;
                                 },
                             .before_step =
                                 [&](int step) {
                                     std::this_thread::sleep_for(std::chrono::milliseconds(5));
                                     if (step == 59) runs = false;
                                 }});
    session.wait();
    CHECK(test::comes_true([&] { return woken > 0; }));  // it is ready: told at once
    const int before = woken_while_running;
    session.wake_after(std::chrono::hours(1));
    session.start();
    session.wait();
    CHECK(woken_while_running == before);
    CHECK(test::comes_true([&] { return woken > woken_while_running; }));
    CHECK(session.shown().steps_done == 60);
}

TEST_CASE("a training that diverges says so, and the weights of the step before stay") {
    TrainingPlan plan = small_plan("induction", 1, 50);
    plan.options.learning_rate = 1e10;
    plan.options.warm_up = 0;
    plan.options.optimiser = &sgd;
    TrainingSession session(plan, {});
    session.start();
    session.wait();
    const TrainingSession::Snapshot shown = session.shown();
    CHECK(shown.phase == TrainingPhase::diverged);
    CHECK(contains(shown.problem, "training diverged: at step " + std::to_string(shown.steps_done + 1)));
    CHECK(shown.steps_done >= 1);
    CHECK(shown.steps_done < 50);
    CHECK(shown.weights_step == shown.steps_done);
    CHECK(same_bits(*shown.weights, replay(plan, {}, shown.steps_done)));
    CHECK(shown.history->newest().step == shown.steps_done);
    session.start();
    session.step(2);
    session.pause();
    session.wait();
    CHECK(session.shown().phase == TrainingPhase::diverged);
    CHECK(session.shown().steps_done == shown.steps_done);
    session.reset();
    session.step(1);
    session.wait();
    CHECK(session.shown().phase == TrainingPhase::paused);
    CHECK(session.shown().problem == "");
}

TEST_CASE("what cannot be trained is an error or a sentence") {
    TrainingPlan plan = small_plan("sort", 1);
    plan.options.batch = 0;
    CHECK(message_of([&] { TrainingSession(plan, {}); }) == "training: batch must be 1 to 65536, got 0");
    CHECK(contains(message_of([&] { TrainingSession(small_plan("sort", 1), {.history_bytes = 1000}); }),
                   "the history of weights may take"));
    plan = small_plan("sort", 1);
    plan.task.sample = [](Random&, Split, Sample&) { throw Error("there is no text"); };
    TrainingSession session(plan, {});
    session.start();
    session.wait();
    CHECK(session.shown().phase == TrainingPhase::failed);
    CHECK(session.shown().problem == "there is no text");
    CHECK(session.shown().steps_done == 0);
}

TEST_SUITE_END();
