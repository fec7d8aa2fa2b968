// Trainings beside each other: they keep together by themselves, and what is shown of them is theirs.
// ctest: alone 3 s, optimised only
#include "core/train/comparison/compared_runs.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/base/system_memory.h"
#include "tests/support/trainings.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

constexpr std::uint64_t seed = 1;
using namespace std::chrono_literals;

/// The row with small batches and few steps; what its variants change stays.
Contrast short_contrast(std::string_view name, void (*training)(TrainOptions&)) {
    Contrast contrast = require_contrast(name);
    contrast.training = training;
    return contrast;
}

void six_steps(TrainOptions& options) {
    options.steps = 6;
    options.batch = 2;
}

void settle(ComparedRuns& runs) {
    CHECK(comes_true([&] {
        runs.follow();
        return !runs.settling() && runs.phase() != TrainingPhase::running;
    }));
}

}  // namespace

TEST_SUITE_BEGIN("compared_runs");

TEST_CASE("runs that are shown are those of trainers that start alike, and are looked at in the same step") {
    const Contrast contrast = short_contrast("positions", six_steps);
    const ContrastStart start = start_of(contrast, seed);
    ComparedRuns runs({});
    runs.begin(contrast, seed);
    REQUIRE(runs.error() == "");
    settle(runs);
    CHECK(runs.phase() == TrainingPhase::ready);
    REQUIRE(runs.runs().size() == 4);
    for (std::size_t v = 0; v < 4; ++v)  // also where they are not the plan's own
        CHECK(same_bits(*runs.runs()[v].shown.history->at(0), start.states[v].trainer.weights));
    runs.start();
    settle(runs);
    CHECK(runs.phase() == TrainingPhase::finished);
    CHECK(runs.kept_steps().front() == 0);
    CHECK(runs.kept_steps().back() == 6);
    for (std::size_t v = 0; v < 4; ++v) {
        const ComparedRuns::Run& run = runs.runs()[v];
        const auto trainer = trainer_of(start.states[v].plan, nullptr);
        trainer->restore(start.states[v].trainer);
        trainer->train();
        CHECK(same_bits(*run.shown.history->at(6), trainer->weights()));
        CHECK(run.reading.step == 6);
        REQUIRE(run.reading.evaluation != nullptr);
        CHECK(same_bits(run.reading.evaluation->model().weights, trainer->weights()));
        REQUIRE(run.reading.predictions.size() == 5);
        CHECK(run.reading.predictions.front().right == "m");  // three before the "p" of abcdefghijklmnop
        CHECK(run.reading.at == "p");
    }
    runs.look_at(2);
    settle(runs);
    CHECK(runs.looked_at() == 2);
    for (const ComparedRuns::Run& run : runs.runs()) CHECK(run.reading.step == 2);
}

TEST_CASE("a text that is continued is compared with what is right after it") {
    const Contrast contrast = short_contrast("causal-mask", six_steps);
    const ContrastStart start = start_of(contrast, seed);
    const ComparedReading reading = read_example(*start.states[0].plan, start.states[0].trainer.weights, 0, 6);
    REQUIRE(reading.predictions.size() == 6);
    std::string right;
    for (const ComparedReading::Prediction& one : reading.predictions) right += one.right;
    CHECK(right == "012358");  // 583120 in order
    CHECK(reading.evaluation->inputs().text == "58312001235");
}

TEST_CASE("a run that diverges says so, and the others go on") {
    Contrast contrast = short_contrast("clipping", [](TrainOptions& options) {
        options.steps = 40;
        options.batch = 2;
        options.warm_up = 0;
        options.optimiser = &sgd;
        options.learning_rate = 1;
    });
    contrast.variants[1].training = [](TrainOptions& options) { options.learning_rate = 1e30, options.clip = 0; };
    ComparedRuns runs({});
    runs.begin(contrast, seed);
    settle(runs);
    runs.start();
    settle(runs);
    REQUIRE(runs.runs().size() == 2);
    CHECK(runs.runs()[0].shown.phase == TrainingPhase::finished);
    CHECK(runs.runs()[1].shown.phase == TrainingPhase::diverged);
    CHECK(runs.phase() == TrainingPhase::finished);
    CHECK(runs.looked_at() == 40);
    CHECK(runs.runs()[1].reading.step <= runs.runs()[1].shown.steps_done);
}

TEST_CASE("no run is more than a few steps ahead, though nobody looks on") {
    const Contrast contrast = short_contrast("norm-kind", [](TrainOptions& options) {
        options.steps = 60;
        options.batch = 2;
    });
    std::array<std::atomic<int>, 2> exists{};
    std::atomic<int> apart{0};
    ComparedRuns runs({.before_step = [&](std::size_t run, int step) {
        exists.at(run) = step;
        if (run == 1) {  // the slow one: how far the other has come meanwhile
            std::this_thread::sleep_for(1ms);
            apart = std::max(apart.load(), exists[0] - step);
        }
    }});
    runs.begin(contrast, seed);
    REQUIRE(runs.error() == "");
    runs.start();
    CHECK(comes_true([&] { return exists[0] == 59 && exists[1] == 59; }));  // without follow()
    // The one ahead says that it waits for its next step: one more than it has begun.
    CHECK(apart <= EqualPace::most_ahead + 1);
    settle(runs);
    CHECK(runs.phase() == TrainingPhase::finished);
}

TEST_CASE("a pause ends all runs after the same step, wherever they were, and they go on from there") {
    const Contrast contrast = short_contrast("positions", [](TrainOptions& options) {
        options.steps = 500;
        options.batch = 1;
    });
    std::atomic<int> furthest{0};
    ComparedRuns runs({.before_step = [&](std::size_t run, int step) {
        furthest = std::max(furthest.load(), step);
        if (run == 2) std::this_thread::sleep_for(1ms);
    }});
    runs.begin(contrast, seed);
    int before = 0;
    for (const int until : {3, 20, 41}) {
        CAPTURE(until);
        runs.start();
        REQUIRE(comes_true([&] { return furthest >= until; }));
        runs.pause();
        settle(runs);
        CHECK(runs.phase() == TrainingPhase::paused);
        const int steps = runs.runs().front().shown.steps_done;
        CHECK(steps > before);
        for (const ComparedRuns::Run& run : runs.runs()) {
            CHECK(run.shown.phase == TrainingPhase::paused);
            CHECK(run.shown.steps_done == steps);
        }
        before = steps;
    }
    runs.start();  // a pause that is taken back at once
    runs.pause();
    runs.start();
    REQUIRE(comes_true([&] { return furthest > before + 20; }));
    runs.pause();
    settle(runs);
    for (const ComparedRuns::Run& run : runs.runs())
        CHECK(run.shown.steps_done == runs.runs().front().shown.steps_done);
}

TEST_CASE("what the runs keep of their steps is one budget, and too little memory is said before they begin") {
    const Contrast contrast = short_contrast("positions", six_steps);
    const std::vector<TrainingPlan> plans = plans_of(contrast, seed);
    const std::size_t budget = 16 * weight_bytes(plans.front().config);
    std::uint64_t free = 0;
    ComparedRuns runs({.history_bytes = budget, .free_memory = [&] { return free; }});
    const double need = memory_for_runs(plans, budget / 4);
    free = static_cast<std::uint64_t>(need) - 1000;
    runs.begin(contrast, seed);
    CHECK_FALSE(runs.exists());
    CHECK(runs.error().find("runs of this comparison need about " + bytes_text(static_cast<std::uint64_t>(need))) !=
          std::string::npos);
    free = memory_unknown;
    runs.begin(contrast, seed);
    REQUIRE(runs.error() == "");
    runs.start();
    settle(runs);
    std::size_t bytes = 0;
    for (const ComparedRuns::Run& run : runs.runs()) {
        bytes += run.shown.history->bytes();
        CHECK(run.shown.history->capacity() <= 4);
    }
    CHECK(bytes <= budget);
    CHECK(bytes > budget / 2);
}

TEST_CASE("runs are started, paused, replaced and ended by another thread than those that look on" *
          doctest::test_suite("threads")) {
    const Contrast contrast = short_contrast("norm-kind", [](TrainOptions& options) {
        options.steps = 400;
        options.batch = 1;
    });
    std::atomic<int> woken{0}, furthest{0};
    std::mutex mutex;
    std::vector<TrainingSession::Snapshot> seen;  // what the window's thread was shown last
    std::thread window([&] {
        ComparedRuns runs({.wake = [&] { ++woken; },
                           .before_step = [&](std::size_t, int step) { furthest = std::max(furthest.load(), step); }});
        const auto follows_until = [&](auto&& condition) {
            CHECK(comes_true([&] {
                runs.follow();
                const std::lock_guard lock(mutex);
                seen.clear();
                for (const ComparedRuns::Run& run : runs.runs()) seen.push_back(run.shown);
                return condition();
            }));
        };
        const auto paused = [&] { return !runs.settling() && runs.phase() == TrainingPhase::paused; };
        for (int round = 0; round < 2; ++round) {
            furthest = 0;
            runs.begin(contrast, seed + static_cast<std::uint64_t>(round));
            runs.start();
            follows_until([&] { return furthest > 4; });
            runs.pause();
            follows_until(paused);
            CHECK(runs.runs()[0].shown.steps_done == runs.runs()[1].shown.steps_done);
            runs.start();
            follows_until([&] { return runs.phase() == TrainingPhase::running; });
        }  // the second begin() and end() come while they run
        runs.end();
        follows_until([&] { return !runs.settling(); });
        CHECK_FALSE(runs.exists());
        runs.begin(contrast, seed);
        runs.start();  // and are destroyed so
    });
    std::atomic<bool> stop{false};
    std::thread other([&] {
        while (!stop) {
            std::vector<TrainingSession::Snapshot> now;
            {
                const std::lock_guard lock(mutex);
                now = seen;
            }
            for (const TrainingSession::Snapshot& shown : now) {
                if (shown.history) static_cast<void>(shown.history->nearest(shown.steps_done / 2));
                if (!shown.records.empty()) CHECK(shown.records.back().step == static_cast<int>(shown.records.size()));
            }
            std::this_thread::yield();
        }
    });
    window.join();
    stop = true;
    other.join();
    CHECK(woken > 0);
}

TEST_SUITE_END();
