// The pace that a training session runs at before an audience.
#include <doctest/doctest.h>

#include <chrono>
#include <thread>

#include "tests/support/trainings.h"

using namespace glassformer;
using test::same_bits;
using test::small_plan;

TEST_SUITE_BEGIN("training_pace");

TEST_CASE("a pace makes steps wait, changes no bit, and keeps no command waiting" * doctest::test_suite("threads")) {
    const TrainingPlan plan = small_plan("coreference", 3);
    TrainingSession session(plan, {});
    session.pace(1e-3);  // a step in a thousand seconds
    session.start();
    CHECK(test::comes_true([&] { return session.shown().steps_done == 1; }));  // the first one waits for nothing
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    CHECK(session.shown().steps_done == 1);
    CHECK(session.shown().phase == TrainingPhase::running);
    session.pause();
    session.wait();
    CHECK(session.shown().phase == TrainingPhase::paused);
    session.start();
    const auto begin = std::chrono::steady_clock::now();
    session.pace(200);
    session.wait();
    CHECK(std::chrono::steady_clock::now() - begin >= std::chrono::milliseconds(40));  // ten steps of 5 ms, at least
    CHECK(session.shown().steps_done == plan.options.steps);
    CHECK(same_bits(*session.shown().weights, test::trained(plan)));
}

TEST_SUITE_END();
