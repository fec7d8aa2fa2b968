// The Train view as a lecture goes through it, by clicks and keys alone: from random weights to what the
// shipped model's card says, two runs beside each other, and many runs in one window.
// ctest: alone 19 s, optimised only
#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "app/files/session_file.h"
#include "app/views/train/run/run.h"
#include "core/base/file.h"
#include "core/base/number_text.h"
#include "core/io/model_folder.h"
#include "core/train/live/trained_steps.h"
#include "tests/support/sanitized.h"
#include "tests/support/support.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;
namespace fs = std::filesystem;

namespace {

AppOptions remembering_in(const fs::path& folder) {
    AppOptions options = window_options(decoder, {1280, 720});
    options.settings = folder / "settings.json";
    const auto pictures = options.load;
    options.load = [pictures](const std::string& name) {
        return name.starts_with("/") ? std::make_shared<const Model>(load_model(name)) : pictures(name);
    };
    return options;
}

bool becomes(const SettledProgram& program, const char* name, const std::string& value) {
    return comes_true([&] {
        next_frame(program);
        return program.state(name) == value;
    });
}

/// However long other programs take the processor meanwhile.
bool ends(const SettledProgram& program) {
    for (int minutes = 0; minutes < 8; ++minutes)
        if (comes_true([&] {
                next_frame(program);
                return program.state("train_phase") == "finished";
            }))
            return true;
    return false;
}

std::string open_model(const SettledProgram& program) { return program.app->session().inputs().model; }

/// The window shows this step, with exactly the weights that a training of these settings has then.
void check_shows(const SettledProgram& program, const TrainState& state, int step) {
    CAPTURE(step);
    const auto open = TrainedSteps::step_of(open_model(program));
    REQUIRE(open);
    CHECK(open->step == step);
    const auto shown = program.app->session().shown().current;
    REQUIRE(shown);
    CHECK(shown->inputs().model == open_model(program));
    CHECK(same_bits(shown->model().weights, replay(plan_of(state), {}, step)));
}

/// At this share of its width.
void click_at(const SettledProgram& program, const char* place, float share) {
    const Rect rect = program.target(place);
    run_settled(program, "click " + std::to_string(rect.x + 1 + share * (rect.w - 2)) + " " +
                             std::to_string(rect.centre().y) + "\nwait-idle");
}

/// The model in a folder, once it is open.
fs::path kept_model(const SettledProgram& program, const fs::path& folder) {
    run_settled(program, "click @train keep\n");
    CHECK(comes_true([&] {
        run_settled(program, "wait-idle");
        return open_model(program).starts_with(folder.string());
    }));
    return open_model(program);
}

int threads_now() {
    const fs::directory_iterator tasks("/proc/self/task");
    return static_cast<int>(std::distance(begin(tasks), end(tasks)));
}

std::size_t resident_bytes() {
    std::ifstream file("/proc/self/statm");
    std::size_t all = 0, resident = 0;
    file >> all >> resident;
    return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

TEST_SUITE_BEGIN("train_whole");

TEST_CASE("coreference is trained, scrubbed, walked through, compared with another run, kept and opened") {
    const TemporaryFolder folder;
    const SettledProgram program(remembering_in(folder.path()));
    if (!program) return;
    run_settled(program, "key 7\nwait-idle");
    REQUIRE(program.state("train_task") == "coreference");
    click_at(program, "train steps", 0.25F);
    TrainState state = settings_of_task("coreference");
    state.steps = std::stoi(program.state("train_steps"));
    REQUIRE(state.steps > 10);
    REQUIRE(state.steps < 200);
    const std::string last = std::to_string(state.steps);

    run_settled(program, "click @train start\n");
    CHECK(ends(program));
    run_settled(program, "wait-idle");
    check_shows(program, state, state.steps);
    click_at(program, "train scrubber", 0.5F);
    const int middle = std::stoi(program.state("train_looked_at"));
    CHECK(middle > 0);
    CHECK(middle < state.steps);
    check_shows(program, state, middle);
    click_at(program, "train scrubber", 0);
    run_settled(program, "key 1\nwait-idle");  // the walk at step 0
    CHECK(program.state("view") == "walk");
    check_shows(program, state, 0);
    click_at(program, "training scrubber", 1);  // and at the end, by the bar above it
    CHECK(program.state("view") == "walk");
    check_shows(program, state, state.steps);

    run_settled(program, "key 5\nwait-idle\nclick @keep\nwait-idle");  // this run is B from now on
    const std::string first = open_model(program);
    CHECK(program.state("compare_b_model") == first);
    CHECK(becomes(program, "compare_done", "yes"));
    CHECK(program.state("compare_first") == "");  // A is the same yet
    run_settled(program, "key 7\nwait-idle\nclick @train seed\nwait-idle\nclick @train start\n");
    CHECK(ends(program));
    run_settled(program, "wait-idle");
    ++state.seed;
    CHECK(program.state("train_seed") == std::to_string(state.seed));
    check_shows(program, state, state.steps);
    const std::string second = open_model(program);
    run_settled(program, "key 5\nwait-idle");
    CHECK(comes_true([&] {
        next_frame(program);
        run_settled(program, "wait-idle");
        return program.state("compare_done") == "yes" && program.state("compare_b_old") == "no";
    }));
    CHECK(first == "training/coreference 1/step " + last);
    CHECK(second == "training/coreference 2/step " + last);
    CHECK(open_model(program) == second);
    CHECK(program.state("compare_b_model") == first);
    CHECK(program.state("compare_b_error") == "");
    CHECK(program.state("compare_b_text") == program.app->session().inputs().text);
    CHECK(program.state("compare_first") != "");  // other initial weights: they differ
    CHECK(program.state("compare_largest") != "0");

    run_settled(program, "key 7\nwait-idle");
    const fs::path kept = kept_model(program, folder.path());
    CHECK(kept.filename() == "coreference-seed-" + std::to_string(state.seed) + "-step-" + last);
    CHECK(same_bits(load_model(kept).weights, replay(plan_of(state), {}, state.steps)));
    run_settled(program, "key 1\nwait-idle");
    CHECK(program.state("view") == "walk");
    CHECK(same_bits(program.app->session().shown().current->model().weights, load_model(kept).weights));
}

TEST_CASE("from random weights the window reaches what the shipped model's card says, in the task's own steps") {
    if (sanitized) return skip(Needs::plain_build, "three whole trainings take minutes there");
    struct Row {
        const char *task, *figure;
    };
    for (const Row& row : {Row{"coreference", "accuracy"}, Row{"induction", "accuracy"}, Row{"sort", "exact"}}) {
        CAPTURE(row.task);
        const TemporaryFolder folder;
        const SettledProgram program(remembering_in(folder.path()));
        if (!program) return;
        const Card card = load_model(source_dir() / "assets" / "models" / row.task).card;
        TrainState state = settings_of_task(row.task);
        state.seed = static_cast<int>(card.seed);
        SessionFile session = program.app->session_now();
        session.view = "train";
        session.views["train"] = saved_values(state);
        write_file(folder / "a.glassformer", to_text(session));
        REQUIRE(program.app->open_path(folder / "a.glassformer"));
        run_settled(program, "wait-idle\nkey Home\nwait-idle");
        CHECK(std::stod(program.state("train_accuracy")) < 0.5);  // it knows nothing yet
        run_settled(program, "key Space\n");
        CHECK(ends(program));
        CHECK(program.state("train_step") == std::to_string(require_task(row.task).training.steps));
        const auto figure = [&](const Card& of) {
            const auto found = std::ranges::find(of.metrics, row.figure, &Metric::first);
            REQUIRE(found != of.metrics.end());
            return found->second;
        };
        // Another processor rounds otherwise, so that one text of a thousand may be another.
        CHECK(figure(load_model(kept_model(program, folder.path())).card) >= figure(card) - 0.002);
    }
}

TEST_CASE("ten runs in one window leave no thread and no memory behind, and each is found again") {
    const TemporaryFolder folder;
    const SettledProgram program(remembering_in(folder.path()));
    if (!program) return;
    run_settled(program, "key 7\nwait-idle");
    const auto trains = [&](int more) {
        const int from = std::stoi(program.state("train_step"));
        run_settled(program, "click @train start\n");
        CHECK(comes_true([&] {
            next_frame(program);
            return std::stoi(program.state("train_step")) >= from + more;
        }));
        CHECK(program.state("train_phase") == "running");
        CHECK(program.state("train_problem") == "");
    };
    int threads = 0;
    std::size_t bytes = 0;
    for (int round = 0; round < 10; ++round) {
        CAPTURE(round);
        trains(3);
        const std::string task = program.state("train_task"), seed = program.state("train_seed");
        if (round % 3 == 0) {  // all while it runs
            run_settled(program, "key Shift+Home\nwait-idle");
            CHECK(program.state("train_seed") == seed);
        } else if (round % 3 == 1) {
            run_settled(program, "click @train seed\nwait-idle");
            CHECK(program.state("train_seed") != seed);
        } else {
            run_settled(program, "click @train task\nwait-idle\nkey Down\nkey Enter\nwait-idle");
            CHECK(program.state("train_task") != task);
        }
        CHECK(program.state("train_problem") == "");
        CHECK(becomes(program, "train_phase", "ready"));
        CHECK(program.state("train_step") == "0");
        if (round == 5) {  // as many runs as are kept have been put aside
            threads = threads_now();
            bytes = resident_bytes();
        }
    }
    CHECK_MESSAGE(comes_true([&] {
                      next_frame(program);
                      return threads_now() <= threads;
                  }),
                  threads_now() << " threads, and " << threads << " after six runs");
    // Less than one history may take: what was given up is gone, but for what a sanitizer keeps of freed memory.
    if (!sanitized) CHECK(resident_bytes() < bytes + (std::size_t{64} << 20U));

    // Another task while it runs, and back again: the run of before is there, at the step where it was left.
    const std::string task = program.state("train_task");
    trains(2);
    run_settled(program, "click @train task\nwait-idle\nkey Down\nkey Enter\nwait-idle");
    const std::string other = program.state("train_task");
    CHECK(other != task);
    trains(1);
    run_settled(program, "click @train task\nwait-idle\nkey Up\nkey Enter\nwait-idle");
    CHECK(program.state("train_task") == task);
    CHECK(becomes(program, "train_phase", "paused"));
    const int left = std::stoi(program.state("train_step"));
    CHECK(left >= 2);
    trains(1);  // and it goes on
    run_settled(program, "key Space\nwait-idle\nclick @train task\nwait-idle\nkey Down\nkey Enter\nwait-idle");
    CHECK(program.state("train_task") == other);
    CHECK(std::stoi(program.state("train_step")) >= 1);
}

TEST_SUITE_END();
