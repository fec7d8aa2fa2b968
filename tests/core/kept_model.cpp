// A training that is kept is a model folder: the one that the command line writes.
#include <doctest/doctest.h>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/io/model_folder.h"
#include "core/session/evaluation.h"
#include "core/train/live/kept_model.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/trainings.h"

using namespace glassformer;
using test::same_bits;

namespace {

TrainingState finished(TrainingSession& session) {
    session.start();
    session.wait();
    session.request_state();
    session.wait();
    REQUIRE(session.shown().state);
    return *session.shown().state;
}

}  // namespace

TEST_SUITE_BEGIN("training");

TEST_CASE("what is kept of an untouched training is the command line's folder, file by file") {
    const TemporaryFolder folder;
    for (const char* task : {"k-back-1", "sort", "sentiment-but"}) {
        CAPTURE(task);
        TrainRequest request;
        request.task = task;
        request.seed = 4;
        request.d_model = 16;
        request.steps = 5;
        request.batch = 4;
        request.optimiser = "sgd";
        request.learning_rate = 0.0123;
        if (std::string_view(task) == "k-back-1") request.positional = "alibi";
        if (std::string_view(task) == "sort") request.architecture = R"({"norm":"rmsnorm","shared_layers":true})";
        request.out = folder / "theirs" / task;
        train_task(request, nullptr);
        TrainingSession session(training_plan(request), {});
        const TrainingState state = finished(session);
        const std::vector<Metric> figures = keep_model(state, folder / "ours" / task);
        CHECK(!figures.empty());
        for (const char* file : {"config.json", "card.json", "model.safetensors", "vocab.json"}) {
            CAPTURE(file);
            CHECK(read_file(folder / "ours" / task / file, 1U << 30U) ==
                  read_file(folder / "theirs" / task / file, 1U << 30U));
        }
    }
}

TEST_CASE("the request of a plan is the one that it came from, where the command line can say it") {
    for (const char* task : {"coreference", "sort", "recall-lstm"}) {
        CAPTURE(task);
        TrainRequest request;
        request.task = task;
        request.seed = 9;
        request.d_model = 48;
        request.steps = 77;
        request.batch = 9;
        request.embedding_std = 0.25;
        const TrainingPlan plan = training_plan(request);
        const auto again = request_of(plan);
        REQUIRE(again);
        CHECK(command_of(*again, plan.options) == command_of(request, plan.options));
    }
    TrainingPlan plan = test::small_plan("sort", 1);
    plan.options.clip = 7;
    CHECK_FALSE(request_of(plan));
    plan = test::small_plan("sort", 1);
    plan.config.norm_eps *= 2;
    const auto with_patch = request_of(plan);  // what no other flag says of the config
    REQUIRE(with_patch);
    CHECK(with_patch->architecture == R"({"norm_eps":2e-05})");
    CHECK(requested_config(plan.task, *with_patch) == plan.config);
    plan.config.norm_eps *= 2;
    plan.options.clip = 7;
    CHECK_FALSE(request_of(plan));
    const Task& characters = require_task("characters");
    std::string text;
    for (int i = 0; i < 200; ++i) text += "abc def ghi ";
    const Task whole = characters.read_corpus(characters, text, "a text");
    CHECK_FALSE(request_of({.task = whole, .config = whole.config, .options = whole.training}));
}

TEST_CASE("a training that was stopped or changed says so on its card, and has no command that would not make it") {
    const TemporaryFolder folder;
    TrainingSession session(test::small_plan("sort", 4), {});
    session.step(3);
    session.wait();
    session.request_state();
    session.wait();
    keep_model(*session.shown().state, folder / "stopped");
    Model model = load_model(folder / "stopped");
    CHECK(model.card.note == "stopped at step 3 of 12");
    CHECK(contains(model.card.command, "glassformer train --task sort --seed 4"));
    CHECK(same_bits(model.weights, *session.shown().weights));
    session.change(Changed::learning_rate, 0.02);
    const TrainingState state = finished(session);
    keep_model(state, folder / "changed");
    model = load_model(folder / "changed");
    CHECK(model.card.note == "changed while it trained: learning_rate 0.02 from step 4 on");
    CHECK(model.card.command == "");
    TrainingPlan plan = test::small_plan("sort", 4, 2);
    plan.options.clip = 7;
    TrainingSession other(plan, {});
    keep_model(finished(other), folder / "other");
    CHECK(load_model(folder / "other").card.note ==
          "trained in the window, with settings that glassformer train has no flags for");
    CHECK(contains(message_of([&] { keep_model(state, "/proc/nowhere"); }), "/proc/nowhere"));
}

TEST_CASE("the model of any step reads the task's examples") {
    for (const char* task : {"coreference", "translate-fr-en"}) {
        TrainingSession session(test::small_plan(task, 4), {});
        session.step(5);
        session.wait();
        const TrainingSession::Snapshot shown = session.shown();
        const auto model = std::make_shared<const Model>(model_at_step(*shown.plan, *shown.history->at(2), 2));
        CHECK(model->card.note == "stopped at step 2 of 12");
        Inputs inputs;
        inputs.model = model->name;
        inputs.text = model->card.examples.at(0);
        if (!model->card.targets.empty()) inputs.target = model->card.targets[0];
        const auto evaluation = evaluate_once(model, inputs);
        CHECK(evaluation->trace().find("logits") >= 0);
    }
}

TEST_SUITE_END();
