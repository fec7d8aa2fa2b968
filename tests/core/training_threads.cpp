// Threads beside a window end when their work has: those of a training, of trainings that are compared and of a loss
// surface. A window that has shown all of them is as idle as a new one.
#include <doctest/doctest.h>

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <thread>
#include <utility>

#include "core/train/comparison/compared_runs.h"
#include "core/train/surface/surface_work.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/trainings.h"

using namespace glassformer;
using test::comes_true;
using test::same_bits;
using test::small_plan;

namespace {

/// Threads of this process.
std::ptrdiff_t threads() {
    return std::distance(std::filesystem::directory_iterator("/proc/self/task"), std::filesystem::directory_iterator());
}

/// This thread and those that it starts share a processor, which they get before it does: many of them have ended
/// before it goes on.
void let_started_threads_go_first() {
    cpu_set_t here;
    CPU_ZERO(&here);
    CPU_SET(static_cast<std::size_t>(sched_getcpu()), &here);
    REQUIRE(sched_setaffinity(0, sizeof(here), &here) == 0);
    constexpr int niceness = 19;
    REQUIRE(setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), niceness) == 0);
}

}  // namespace

TEST_SUITE_BEGIN("training_threads");

TEST_CASE("a training takes its first order also where its thread came to its end before the constructor did" *
          doctest::test_suite("threads")) {
    int taken = 0;
    constexpr int trainings = 200;
    std::thread([&] {
        let_started_threads_go_first();
        const TrainingPlan plan = small_plan("sort", 4);
        for (int i = 0; i < trainings; ++i) {
            TrainingSession session(plan, {});
            session.step(1);
            const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
            while (session.shown().busy && std::chrono::steady_clock::now() < until) std::this_thread::yield();
            taken += session.shown().busy ? 0 : 1;
            if (session.shown().busy) break;
        }
    }).join();
    CHECK(taken == trainings);
}

TEST_CASE("a training has a thread while there is something to do, and goes on as if it had always had it" *
          doctest::test_suite("threads")) {
    std::ptrdiff_t before = threads();
    CHECK(comes_true([&] {  // those of earlier cases end
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        return std::exchange(before, threads()) == before;
    }));
    const auto ended = [&] { return comes_true([&] { return threads() == before; }); };
    const TrainingPlan plan = small_plan("coreference", 4);
    std::atomic<int> woken = 0;
    TrainingSession session(plan, {.wake = [&] { ++woken; }});
    session.wait();
    CHECK(ended());
    CHECK(woken > 0);  // the beginning was told before
    session.pace(1e-3);
    session.start();
    CHECK(comes_true([&] { return session.shown().steps_done == 1; }));
    CHECK(threads() == before + 1);  // it waits for its next step
    session.pause();
    session.wait();
    CHECK(ended());
    session.pace(0);
    session.step(2);
    session.wait();
    CHECK(session.shown().steps_done == 3);
    CHECK(ended());
    const TemporaryFolder folder;
    session.autosave(folder / "kept", 1e-3);
    CHECK(comes_true([&] { return session.shown().autosaved.has_value(); }));
    CHECK(ended());
    session.start();
    session.wait();
    CHECK(ended());
    CHECK(session.shown().phase == TrainingPhase::finished);
    CHECK(same_bits(*session.shown().weights, test::trained(plan)));
}

TEST_CASE("trainings side by side and a loss surface leave no thread behind") {
    std::ptrdiff_t before = threads();
    CHECK(comes_true([&] {  // those of earlier cases end
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        return std::exchange(before, threads()) == before;
    }));
    const auto ended = [&] { return comes_true([&] { return threads() == before; }); };
    {
        Contrast contrast = require_contrast("positions");
        contrast.training = [](TrainOptions& options) {
            options.steps = 3;
            options.batch = 2;
        };
        ComparedRuns runs({});
        runs.begin(contrast, 1);
        REQUIRE(runs.error() == "");
        const auto settle = [&] {
            return comes_true([&] {
                runs.follow();
                return !runs.settling() && runs.phase() != TrainingPhase::running;
            });
        };
        CHECK(settle());
        CHECK(ended());  // though four trainings wait to be started
        runs.start();
        CHECK(settle());
        CHECK(runs.phase() == TrainingPhase::finished);
        CHECK(ended());
    }
    TrainingSession session(small_plan("coreference", 3), {});
    session.step(2);
    session.wait();
    const TrainingSession::Snapshot shown = session.shown();
    SurfaceWork work([] {});
    work.start({.plan = shown.plan,
                .centre = shown.history->nearest(2),
                .path = thinned_path(*shown.history, 2, 4),
                .settings = {.points = 11}});
    CHECK(comes_true([&] { return work.idle(); }));
    CHECK(ended());
}

TEST_SUITE_END();
