// A training that keeps itself: what is written, when, and what is left where it cannot be.
#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>

#include "core/base/error.h"
#include "core/train/live/training_file.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/trainings.h"

using namespace glassformer;
using test::same_bits;
using test::small_plan;
namespace fs = std::filesystem;

namespace {

/// Steps that the file holds; nothing where there is none.
std::optional<int> steps_in(const fs::path& path) {
    if (!fs::exists(path)) return std::nullopt;
    return read_training(path).trainer.steps_done;
}

}  // namespace

TEST_SUITE_BEGIN("training");

TEST_CASE("a session that is destroyed does what it was told before, and keeps the end by itself" *
          doctest::test_suite("threads")) {
    const TemporaryFolder folder;
    const TrainingPlan plan = small_plan("sort", 3, 100000);
    {
        TrainingSession session(plan, {});
        session.step(3);
        session.wait();
        session.save(folder / "asked");  // and gone at once
    }
    CHECK(steps_in(folder / "asked") == 3);
    int done = 0;
    {
        TrainingSession session(plan, {});
        session.autosave(folder / "kept", 1e5);
        session.start();
        CHECK(test::comes_true([&] { return (done = session.shown().steps_done) >= 4; }));
    }
    CHECK(steps_in(folder / "kept").value_or(0) >= done);
}

TEST_CASE("a run that has not begun writes over nothing, and a change alone is kept" * doctest::test_suite("threads")) {
    const TemporaryFolder folder;
    const TrainingPlan plan = small_plan("sort", 3);
    const fs::path path = folder / "run";
    {
        TrainingSession session(plan, {});
        session.autosave(path, 1e-6);
        session.step(5);
        session.wait();
    }
    {  // as when the program starts again and its user has not gone on yet
        TrainingSession session(plan, {});
        session.autosave(path, 1e-6);
        session.wait();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    REQUIRE(fs::exists(path));
    const TrainingState state = read_training(path);
    CHECK(state.trainer.steps_done == 5);
    {
        TrainingSession session(state, {});
        session.autosave(path, 1e5);
        session.change(Changed::clip, 0.5);
    }
    REQUIRE(read_training(path).changes.size() == 1);
    CHECK(read_training(path).changes[0] == TrainingChange{5, Changed::clip, 0.5});
    {
        TrainingSession session(state, {});
        session.autosave(path, 1e-6);
        session.reset();
    }
    CHECK(steps_in(path) == 5);
    {
        TrainingSession session(state, {});
        session.autosave(path, 1e5);
        session.reset();
        session.step(1);
        session.wait();
    }
    CHECK(steps_in(path) == 1);
}

TEST_CASE("a file that cannot be written is a sentence, and the training goes on") {
    const TemporaryFolder folder;
    std::ofstream(folder / "file").close();
    const TrainingPlan plan = small_plan("sort", 3, 40);
    TrainingSession session(plan, {});
    session.autosave(folder / "file" / "below a file", 1e-6);
    session.step(5);
    session.wait();
    session.save("/proc/nowhere/run");
    session.start();
    session.wait();
    const TrainingSession::Snapshot shown = session.shown();
    REQUIRE(shown.saved);
    CHECK(contains(shown.saved->error, "/proc/nowhere"));  // beside the other: neither hides the other
    REQUIRE(shown.autosaved);
    CHECK(contains(shown.autosaved->error, (folder / "file").string()));
    CHECK(shown.phase == TrainingPhase::finished);
    CHECK(same_bits(*shown.weights, test::trained(plan)));
    session.autosave({}, 0);
    session.save("/dev/full");
    session.wait();
    CHECK(session.shown().saved->error == "cannot write /dev/full: it is not a regular file");
    CHECK(session.shown().message == "");
    session.autosave(folder / "run", 0);
    session.wait();
    CHECK(session.shown().message == "the time between two saves must be above 0 seconds");
}

TEST_CASE("a session that saves by itself keeps its end, also where it only pauses" * doctest::test_suite("threads")) {
    const TemporaryFolder folder;
    const TrainingPlan plan = small_plan("sort", 3);
    TrainingSession session(plan, {});
    session.autosave(folder / "run", 0.05);
    session.step(4);
    const auto kept = [&] {
        const auto saved = session.shown().autosaved;
        return saved && saved->error.empty() ? saved->step : -1;
    };
    CHECK(test::comes_true([&] { return kept() == 4; }));
    session.autosave(folder / "run", 1e5);
    session.start();
    CHECK(test::comes_true([&] { return kept() == 12; }));
    CHECK(same_bits(read_training(folder / "run").trainer.weights, test::trained(plan)));
}

TEST_CASE("a program that is killed in the middle goes on from what it kept, with the same bits") {
    const TemporaryFolder folder;
    const TrainingPlan plan = small_plan("induction", 3, 60);
    const fs::path path = folder / "run";
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        TrainingSession session(
            plan, {.before_step = [](int) { std::this_thread::sleep_for(std::chrono::milliseconds(5)); }});
        session.autosave(path, 1e-6);
        session.start();
        while (true) pause();
    }
    const auto steps_kept = [&] { return fs::exists(path) ? read_training(path).trainer.steps_done : 0; };
    CHECK(test::comes_true([&] { return steps_kept() >= 6; }));
    kill(child, SIGKILL);
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    REQUIRE(WIFSIGNALED(status));
    const TrainingState state = read_training(path);
    CHECK(state.trainer.steps_done >= 6);
    CHECK(state.trainer.steps_done < 60);
    TrainingSession session(state, {});
    session.save(path);  // takes what the killed one left beside it away
    session.start();
    session.wait();
    CHECK(same_bits(*session.shown().weights, test::trained(plan)));
    int files = 0;
    for (const auto& entry : fs::directory_iterator(folder.path())) files += entry.is_regular_file() ? 1 : 0;
    CHECK(files == 1);
}

TEST_SUITE_END();
