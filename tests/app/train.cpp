// The Train view: what it shows is the trainer's, and a training is driven, scrubbed and begun again by keys and
// clicks.
// ctest: alone 9 s
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

#include "app/files/session_file.h"
#include "app/views/shared/wording.h"
#include "app/views/train/heads/heads.h"
#include "app/views/train/knobs.h"
#include "app/views/train/run/run.h"
#include "core/base/file.h"
#include "tests/support/short_training.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/trainings.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

void settle(TrainRun& run) {
    CHECK(comes_true([&] {
        run.follow();
        return !run.settling() && run.shown().phase != TrainingPhase::running && run.reading().evaluation != nullptr;
    }));
}

/// The program with the view and such a run.
SettledProgram opened(const std::string& task, int steps, PixelSize size = {1280, 720}) {
    SettledProgram program(window_options(decoder, size));
    if (!program) return program;
    SessionFile session = program.app->session_now();
    session.view = "train";
    session.views["train"] = saved_values(short_run(task, steps));
    const TemporaryFolder folder;
    write_file(folder / "a.glassformer", to_text(session));
    REQUIRE(program.app->open_path(folder / "a.glassformer"));
    run_settled(program, "wait-idle");
    REQUIRE(program.state("view") == "train");
    REQUIRE(program.state("train_steps") == std::to_string(steps));
    return program;
}

void wait_for(const SettledProgram& program, const char* phase) {
    CHECK(comes_true([&] {
        next_frame(program);
        return program.state("train_phase") == phase;
    }));
    run_settled(program, "wait-idle");
}

}  // namespace

TEST_SUITE_BEGIN("train");

TEST_CASE("the plan of untouched settings is the command line's, and each setting reaches it") {
    for (const std::string& task : trainable_tasks()) {
        CAPTURE(task);
        TrainRequest request;
        request.task = task;
        request.seed = 1;
        const TrainingPlan theirs = training_plan(request), ours = plan_of(settings_of_task(task));
        CHECK(ours.config == theirs.config);
        CHECK(same_bits(trainer_of(std::make_shared<const TrainingPlan>(ours), nullptr)->weights(),
                        trainer_of(std::make_shared<const TrainingPlan>(theirs), nullptr)->weights()));
    }
    for (const TrainKnob& knob : train_knobs()) {
        CAPTURE(knob.id);
        TrainState state = settings_of_task("coreference-full");
        const TrainingPlan before = plan_of(state);
        knob.set(state, knob.high);
        const TrainingPlan after = plan_of(state);
        const bool same = before.config == after.config &&
                          before.options.learning_rate == after.options.learning_rate &&
                          before.options.batch == after.options.batch && before.options.clip == after.options.clip &&
                          before.options.steps == after.options.steps && before.options.seed == after.options.seed;
        CHECK_FALSE(same);
        CHECK(read_values(saved_values(state)) == state);
    }
    TrainState smoothed = settings_of_task("sort");
    smoothed.label_smoothing = 0.2;
    smoothed.smoothing = Smoothing::other_classes;
    CHECK(read_values(saved_values(smoothed)) == smoothed);
    TrainRequest flags;
    flags.task = "sort";
    flags.seed = 1;
    flags.steps = 2;
    flags.label_smoothing = 0.2;
    flags.smoothing = "other_classes";
    smoothed.steps = 2;
    const auto bits = [](const TrainingPlan& plan) {
        const auto trainer = trainer_of(std::make_shared<const TrainingPlan>(plan), nullptr);
        while (trainer->steps_done() < 2) trainer->step();
        return trainer->copy_weights();
    };
    CHECK(same_bits(bits(plan_of(smoothed)), bits(training_plan(flags))));
    CHECK(state_of(plan_of(smoothed), plan_of(smoothed).options) == smoothed);
    TrainState unequal = smoothed;
    unequal.smoothing = Smoothing::all_classes;
    CHECK_FALSE(same_bits(bits(plan_of(unequal)), bits(training_plan(flags))));
    CHECK(read_values({}) == settings_of_task("coreference"));
    CHECK(read_values({{"task", "\"nothing\""}, {"steps", "-3"}, {"heads", "7"}}) == settings_of_task("coreference"));
}

TEST_CASE("the step looked at is read with exactly the weights of that step") {
    TrainRun run([] {});
    const TrainState state = short_run("induction");
    run.begin(state);
    REQUIRE(run.error() == "");
    settle(run);
    CHECK(run.looked_at() == 0);
    run.start();
    settle(run);
    CHECK(run.shown().phase == TrainingPhase::finished);
    CHECK(run.looked_at() == 12);
    const TrainingPlan plan = plan_of(state);
    for (const int step : {12, 5, 0}) {
        CAPTURE(step);
        run.look_at(step);
        settle(run);
        CHECK(run.looked_at() == step);
        const auto reading = run.reading().evaluation;
        CHECK(same_bits(reading->model().weights, replay(plan, {}, step)));
        const std::vector<TrainedHeadMap> maps = head_maps(*reading);
        CHECK(maps.size() == static_cast<std::size_t>(plan.config.n_layers * plan.config.n_heads));
    }
    run.look_at_next(1);
    CHECK(run.looked_at() == 1);
    run.look_at_next(-5);
    CHECK(run.looked_at() == 0);
    run.look_at_next(100);
    CHECK(run.at_newest());
}

TEST_CASE("a training is driven by keys and clicks, scrubbed, changed and begun again") {
    const SettledProgram program = opened("coreference", 30);
    if (!program) return;
    CHECK(program.state("train_phase") == "ready");
    CHECK(program.state("train_step") == "0");
    run_settled(program, "click @train step\nwait-idle");
    CHECK(program.state("train_step") == "1");
    CHECK(program.state("train_phase") == "paused");
    run_settled(program, "key Right\nwait-idle\nkey Right\nwait-idle");
    CHECK(program.state("train_step") == "3");
    run_settled(program, "key Left\nwait-idle");
    CHECK(program.state("train_looked_at") == "2");
    run_settled(program, "key Home\nwait-idle");
    CHECK(program.state("train_looked_at") == "0");
    run_settled(program, "key Right\nwait-idle");  // to the next one that is kept, not a step
    CHECK(program.state("train_looked_at") == "1");
    CHECK(program.state("train_step") == "3");
    run_settled(program,
                "key End\nwait-idle\nclick @train rate\nwait-idle");  // the middle of the slider, from the next step on
    CHECK(program.state("train_rate") != number_text(require_task("coreference").training.learning_rate));
    CHECK(program.state("train_changes") == "1");
    CHECK(program.state("train_step") == "3");
    run_settled(program, "click @train start");
    wait_for(program, "finished");
    CHECK(program.state("train_step") == "30");
    CHECK(program.state("train_looked_at") == "30");
    run_settled(program, "click @train chart 1\nwait-idle");  // its middle
    const int looked = std::stoi(program.state("train_looked_at"));
    CHECK(looked > 5);
    CHECK(looked < 25);
    run_settled(program, "click @train head 2\nwait-idle");
    CHECK(program.state("train_head") == "2");
    run_settled(program, "key Up\nwait-idle");
    CHECK(program.state("train_head") == "1");
    run_settled(program, "click @train restart\nwait-idle");
    CHECK(program.state("train_phase") == "ready");
    CHECK(program.state("train_step") == "0");
    CHECK(program.state("train_changes") == "0");
    const std::string rate = program.state("train_rate");
    run_settled(program, "click @train seed\nwait-idle");
    CHECK(program.state("train_seed") == "2");
    CHECK(program.state("train_rate") == rate);
    run_settled(program, "click @train layers\nwait-idle");  // begins anew
    CHECK(program.state("train_step") == "0");
    CHECK(program.state("train_phase") == "ready");
}

TEST_CASE("a training goes on beside another view, which says so and leads back, until a key pauses it") {
    const SettledProgram program = opened("coreference", 20000);
    if (!program) return;
    run_settled(program, "key Space\nwait 3");
    CHECK(comes_true([&] {
        next_frame(program);
        return program.state("train_step") != "0";
    }));
    CHECK(program.state("train_phase") == "running");
    const int left = std::stoi(program.state("train_step"));
    run_settled(program, "key 1\nwait 2\nexpect view=walk");
    CHECK(program.app->find_target("training beside"));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    run_settled(program, "click @training beside\n");
    next_frame(program);
    CHECK(program.state("view") == "train");
    CHECK(program.state("train_phase") == "running");
    const int step = std::stoi(program.state("train_step"));
    CHECK(step > left + 1);
    CHECK(comes_true([&] {
        next_frame(program);
        return std::stoi(program.state("train_step")) > step;
    }));
    // A lesson's scene with another training: this one is put aside, and there again once the lesson is left.
    SessionFile before = program.app->session_now(), scene = before;
    scene.views["train"] = saved_values(short_run("induction", 3));
    scene.views["train"]["step"] = "2";
    const TemporaryFolder folder;
    write_file(folder / "scene.glassformer", to_text(scene));
    write_file(folder / "before.glassformer", to_text(before));
    REQUIRE(program.app->open_path(folder / "scene.glassformer"));
    run_settled(program, "wait-idle");
    CHECK(program.state("train_step") == "2");
    REQUIRE(program.app->open_path(folder / "before.glassformer"));
    run_settled(program, "wait-idle");
    CHECK(program.state("train_phase") == "paused");
    CHECK(std::stoi(program.state("train_step")) > step);
    // One with the same settings shows its own step, and does not throw this one away either.
    scene.views["train"] = before.views["train"];
    scene.views["train"]["step"] = "2";
    run_settled(program, "key Space\nwait 2");
    write_file(folder / "same.glassformer", to_text(scene));
    REQUIRE(program.app->open_path(folder / "same.glassformer"));
    run_settled(program, "wait-idle");
    CHECK(program.state("train_looked_at") == "2");
    REQUIRE(program.app->open_path(folder / "before.glassformer"));
    run_settled(program, "wait-idle");
    CHECK(std::stoi(program.state("train_step")) > step);
    run_settled(program, "key Space\n");
    wait_for(program, "running");
    run_settled(program, "key Space\n");
    wait_for(program, "paused");
    run_settled(program, "key Shift+Home\nwait-idle");
    CHECK(program.state("train_step") == "0");
}

TEST_CASE("tasks of every kind of model are drawn, at any size, before and after a step") {
    for (const char* task : {"translate-fr-en", "recall-lstm", "soft-lookup", "sentiment-but", "roles"})
        for (const PixelSize size : {PixelSize{1920, 1080}, PixelSize{640, 360}}) {
            CAPTURE(task);
            CAPTURE(size.width);
            const SettledProgram program = opened(task, 20, size);
            if (!program) return;
            run_settled(program, "key Right\nwait-idle");
            wait_for(program, "paused");
            CHECK(program.state("train_step") == "1");
            CHECK(program.state("train_says") == "Step 1 of 20");
        }
}

TEST_CASE("a training whose loss is no number any more says so, and can be begun again") {
    const SettledProgram program = opened("coreference", 200);
    if (!program) return;
    SessionFile session = program.app->session_now();
    session.views["train"]["learning_rate"] = "10";
    session.views["train"]["clip"] = "0";
    session.views["train"]["steps"] = "20";
    const TemporaryFolder folder;
    write_file(folder / "a.glassformer", to_text(session));
    REQUIRE(program.app->open_path(folder / "a.glassformer"));
    run_settled(program, "wait-idle\nkey Space\n");
    CHECK(comes_true([&] {
        next_frame(program);
        const std::string phase = program.state("train_phase");
        return phase == "diverged" || phase == "finished";
    }));
    run_settled(program, "key Shift+Home\nwait-idle");
    CHECK(program.state("train_phase") == "ready");
}

TEST_SUITE_END();
