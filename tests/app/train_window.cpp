// A training beyond its view: its steps as the window's model, its model kept in a folder, and going on another day.
// ctest: alone 11 s
#include <doctest/doctest.h>

#include <filesystem>

#include "app/files/session_file.h"
#include "app/views/shared/wording.h"
#include "app/views/train/run/run.h"
#include "app/views/train/training/setup.h"
#include "core/base/file.h"
#include "core/io/model_folder.h"
#include "core/train/live/kept_model.h"
#include "core/train/live/trained_steps.h"
#include "tests/support/short_training.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/trainings.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

void wait_for(const SettledProgram& program, const char* phase) {
    CHECK(comes_true([&] {
        next_frame(program);
        return program.state("train_phase") == phase;
    }));
    run_settled(program, "wait-idle");
}

std::string open_model(const SettledProgram& program) { return program.app->session().inputs().model; }

/// The window shows this step, with exactly the weights that a training of the plan has then.
void check_shows(const SettledProgram& program, const TrainState& state, int step) {
    CAPTURE(step);
    const auto open = TrainedSteps::step_of(open_model(program));
    REQUIRE(open);
    CHECK(open->step == step);
    const auto shown = program.app->session().shown().current;
    REQUIRE(shown);
    CHECK(TrainedSteps::step_of(shown->inputs().model) == open);
    CHECK(same_bits(shown->model().weights, replay(plan_of(state), {}, step)));
}

}  // namespace

TEST_SUITE_BEGIN("train_window");

TEST_CASE("every view follows the step that is looked at, and undo brings the model of before back") {
    const SettledProgram program(window_options(decoder, {1280, 720}));
    if (!program) return;
    const TrainState state = short_run();
    show_training(program, state);
    CHECK(open_model(program) == decoder);  // looking on changes nothing
    run_settled(program, "key Space\n");
    wait_for(program, "finished");
    check_shows(program, state, 12);
    CHECK(program.app->session().inputs().text == require_task("coreference").examples.front());
    CHECK(program.app->session_now().inputs.model == decoder);  // what another window can open
    run_settled(program, "key Home\nwait-idle");
    check_shows(program, state, 0);
    run_settled(program, "key 1\nwait-idle");  // the walk at step 0, and at a later one by the bar above it
    CHECK(program.state("view") == "walk");
    check_shows(program, state, 0);
    run_settled(program, "click @training scrubber\nwait-idle");  // its middle
    const auto middle = TrainedSteps::step_of(open_model(program));
    REQUIRE(middle);
    CHECK(middle->step > 3);
    CHECK(middle->step < 9);
    check_shows(program, state, middle->step);
    run_settled(program, "key 7\nwait-idle");  // the view is at that step too
    CHECK(program.state("train_looked_at") == std::to_string(middle->step));
    run_settled(program, "key 2\nwait-idle\nkey 5\nwait-idle\nkey 7\nwait-idle");
    CHECK(program.state("train_looked_at") == std::to_string(middle->step));
    run_settled(program, "key Ctrl+Z\nwait-idle");
    CHECK(open_model(program) == decoder);
    run_settled(program, "key End\nwait-idle");  // it is not opened again by scrubbing alone
    CHECK(open_model(program) == decoder);
}

TEST_CASE("the text of the window is read by the training, and stays from step to step") {
    const SettledProgram program(window_options(decoder, {1280, 720}));
    if (!program) return;
    const TrainState state = short_run();
    show_training(program, state);
    run_settled(program, "key Right\nwait-idle");
    Inputs inputs = program.app->session().inputs();
    inputs.text = require_task("coreference").examples.back();
    REQUIRE(inputs.text != require_task("coreference").examples.front());
    program.app->session().set(inputs);
    run_settled(program, "wait-idle\nkey Right\nwait-idle");
    check_shows(program, state, 2);
    CHECK(program.app->session().inputs().text == inputs.text);
    run_settled(program, "key Shift+Home\nwait-idle");
    check_shows(program, state, 0);
    CHECK(program.app->session().inputs().text == inputs.text);
}

TEST_CASE("a model is kept as the command line would have written it, and opened") {
    const TemporaryFolder folder;
    AppOptions options = window_options(decoder, {1280, 720});
    options.settings = folder / "settings.json";
    const auto pictures = options.load;
    options.load = [pictures](const std::string& name) {
        return name.starts_with("/") ? std::make_shared<const Model>(load_model(name)) : pictures(name);
    };
    const SettledProgram program(options);
    if (!program) return;
    const TrainState state = short_run("coreference", 11);
    show_training(program, state);
    run_settled(program, "click @train keep\nwait-idle");  // nothing is trained yet
    CHECK(open_model(program) == decoder);
    run_settled(program, "key Space\n");
    wait_for(program, "finished");
    run_settled(program, "click @train keep\nwait-idle");
    CHECK(comes_true([&] {
        run_settled(program, "wait-idle");
        return open_model(program).starts_with(folder.path().string());
    }));
    const std::filesystem::path kept = open_model(program);
    CHECK(kept.filename() == "coreference-seed-1-step-11");
    const Model model = load_model(kept);
    CHECK(same_bits(model.weights, replay(plan_of(state), {}, 11)));
    CHECK(model.card.seed == 1);
    CHECK_FALSE(model.card.metrics.empty());
    CHECK(model.card.command ==
          "glassformer train --task coreference --seed 1 --steps 11 --batch 4 --out coreference-seed-1-step-11");
}

TEST_CASE("a training that was left is gone on with in another window, with the bits it would have had") {
    const TemporaryFolder folder;
    AppOptions options = window_options(decoder, {1280, 720});
    options.settings = folder / "settings.json";
    TrainState state = short_run("coreference", 4000);
    int left_at = 0;
    std::string rate;
    {
        const SettledProgram program(options);
        if (!program) return;
        show_training(program, state);
        CHECK(program.state("train_resumable") == "no");
        run_settled(program, "key Right\nwait-idle\nclick @train rate\nwait-idle");  // a change is kept too
        CHECK(program.state("train_changes") == "1");
        run_settled(program, "key Space\nwait 30\nkey Space\n");
        wait_for(program, "paused");
        left_at = std::stoi(program.state("train_step"));
        CHECK(left_at > 0);
        rate = program.state("train_rate");
        CHECK(rate != number_text(state.learning_rate));
    }
    const SettledProgram program(options);
    run_settled(program, "key 7\nwait-idle");
    CHECK(program.state("train_resumable") == "yes");
    run_settled(program, "click @train resume\nwait-idle");
    CHECK(program.state("train_step") == std::to_string(left_at));
    CHECK(program.state("train_steps") == "4000");
    CHECK(program.state("train_changes") == "1");
    CHECK(program.state("train_rate") == rate);
    run_settled(program, "key Right\nwait-idle");
    CHECK(program.state("train_step") == std::to_string(left_at + 1));
    const TrainingChange change{.step = 1, .what = Changed::learning_rate, .value = std::stod(rate)};
    CHECK(same_bits(program.app->session().shown().current->model().weights,
                    replay(plan_of(state), std::span(&change, 1), left_at + 1)));
}

TEST_CASE("what an earlier window left is put beside when another training begins, and when it cannot be read") {
    const TemporaryFolder folder;
    AppOptions options = window_options(decoder, {1280, 720});
    options.settings = folder / "settings.json";
    const auto exists = [&](const char* name) { return std::filesystem::exists(folder / name); };
    write_file(folder / "training.safetensors", "no training");
    {
        const SettledProgram program(options);
        if (!program) return;
        run_settled(program, "key 7\nwait-idle");
        CHECK(program.state("train_resumable") == "yes");
        run_settled(program, "click @train resume\nwait-idle");
        CHECK(program.state("train_resumable") == "no");
        CHECK(program.state("train_problem").find("training.safetensors") != std::string::npos);
        CHECK(exists("training-unreadable.safetensors"));
        CHECK(program.state("train_phase") == "ready");  // the one that was there is
    }
    write_file(folder / "training.safetensors", "left behind");
    write_file(folder / "training-before.safetensors", "left earlier");
    const SettledProgram program(options);
    show_training(program, short_run());
    run_settled(program, "key Right\nwait-idle");
    CHECK(read_file(folder / "training-before.safetensors", 100) == "left behind");
    CHECK(read_file(folder / "training-before-2.safetensors", 100) == "left earlier");
    CHECK(program.state("train_resumable") == "no");
}

TEST_CASE("settings that begin no training are said, and no frame is drawn for them again and again") {
    const SettledProgram program(window_options(decoder, {1280, 720}));
    if (!program) return;
    show_training(program, short_run());
    run_settled(program, "key Right\nwait-idle");
    const TemporaryFolder folder;
    write_file(folder / "short.txt", "too short");
    REQUIRE(program.app->open_path(folder / "short.txt"));
    run_settled(program, "wait-idle");
    CHECK(program.state("train_phase") == "none");
    run_settled(program, "move 5 5\nwait-idle");
    CHECK(comes_true([&] {
        program.app->frame();
        return !program.app->needs_frame();
    }));
}

TEST_CASE("a text of one's own is learned when its file is dropped, and one that is too short says so") {
    const SettledProgram program(window_options(decoder, {1280, 720}));
    if (!program) return;
    const TemporaryFolder folder;
    std::string text;
    for (int i = 0; i < 60; ++i) text += "the cat sat on the mat, and the dog sat on the log.\n";
    write_file(folder / "own.txt", text);
    REQUIRE(program.app->open_path(folder / "own.txt"));
    run_settled(program, "wait-idle");
    CHECK(program.state("view") == "train");
    CHECK(program.state("train_task") == "characters");
    CHECK(program.state("train_problem") == "");
    TrainState state = short_run(own_text_task, 12);
    state.batch = 1;  // its texts are longer than others: a small model is trained
    state.layers = 1;
    state.heads = 2;
    state.d_model = 16;
    state.corpus = (folder / "own.txt").string();
    show_training(program, state);
    for (const char* step : {"1", "2"}) {
        run_settled(program, "key Right\nwait-idle");
        CHECK(program.state("train_step") == step);
    }
    check_shows(program, state, 2);
    write_file(folder / "short.txt", "too short");
    REQUIRE(program.app->open_path(folder / "short.txt"));
    run_settled(program, "wait-idle");
    CHECK(program.state("train_phase") == "none");
    CHECK(program.state("train_problem").find("short.txt") != std::string::npos);
    show_training(program, state);  // the run of before is still there
    CHECK(program.state("train_step") == "2");
}

TEST_CASE("settings that are set back bring the run of before back") {
    const SettledProgram program(window_options(decoder, {1280, 720}));
    if (!program) return;
    const TrainState state = short_run();
    show_training(program, state);
    run_settled(program, "key Right\nwait-idle\nkey Right\nwait-idle");
    CHECK(program.state("train_step") == "2");
    TrainState other = state;
    other.seed = 5;
    show_training(program, other);
    CHECK(program.state("train_step") == "0");
    run_settled(program, "key Right\nwait-idle");
    show_training(program, state);
    CHECK(program.state("train_step") == "2");
    show_training(program, other);
    CHECK(program.state("train_step") == "1");
    run_settled(program, "key Space\n");
    wait_for(program, "finished");
    run_settled(program, "key Space\nwait-idle");  // it has ended: a sentence, and nothing is lost
    CHECK(program.state("train_phase") == "finished");
    CHECK(program.state("train_problem") == "");
}

TEST_CASE("every setting of the page changes the plan, comes back from a file, and from a plan") {
    for (const char* task : {"coreference-full", "translate-fr-en", "recall-lstm", "sentiment-but", "soft-lookup"}) {
        const TrainState state = settings_of_task(task);
        const SetupRows rows = setup_rows(state);
        for (const auto* some : {&rows.model, &rows.training})
            for (const SetupRow& row : *some) {
                CAPTURE(task);
                CAPTURE(row.id);
                std::vector<std::string> values;
                for (const SwitchOption& option : row.options) values.push_back(option.name);
                if (row.kind == ArchitectureSwitch::Kind::flag) values = {"true", "false"};
                if (row.kind == ArchitectureSwitch::Kind::whole)
                    values = {std::to_string(std::lround(row.low)), std::to_string(std::lround(row.high))};
                if (row.kind == ArchitectureSwitch::Kind::number) values = {decimal(row.high)};
                int changed = 0;
                for (const std::string& value : values) {
                    CAPTURE(value);
                    try {
                        const TrainState next = row.with(state, value);
                        const TrainingPlan plan = plan_of(next);
                        CHECK(read_values(saved_values(next)) == next);
                        const TrainState again = state_of(plan, plan.options);
                        const TrainingPlan same = plan_of(again);
                        CHECK(same.config == plan.config);
                        CHECK(saved_values(again).at("optimizer") == saved_values(next).at("optimizer"));
                        changed += next == state ? 0 : 1;
                    } catch (const Error& error) {
                        CHECK(std::string(error.what()).size() > 20);  // refused, with a sentence
                        ++changed;
                    }
                }
                CHECK(changed > 0);
            }
        const SetupFigures figures = figures_of(state);
        std::size_t sum = 0;
        for (const SetupFigures::Part& part : figures.parts) sum += part.parameters;
        CHECK(sum == figures.parameters);
        CHECK(figures.parameters ==
              trainer_of(std::make_shared<const TrainingPlan>(plan_of(state)), nullptr)->weights().count());
    }
}

TEST_SUITE_END();
