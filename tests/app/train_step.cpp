// One step under glass in the Train view: every number that it shows is the trainer's, or adds up to it.
#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

#include "app/files/session_file.h"
#include "app/views/shared/wording.h"
#include "app/views/train/step/derivation.h"
#include "app/views/train/step/weight.h"
#include "app/views/train/step/words.h"
#include "app/views/train/step/work.h"
#include "core/base/file.h"
#include "core/tape/formula_text.h"
#include "tests/support/laboratory.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

TrainingState state_after(const char* task, int steps, const OptimiserKind& optimiser = adamw, double smoothing = 0) {
    TrainingPlan plan = small_plan(task, 6);
    plan.options.optimiser = &optimiser;
    plan.options.clip = 0.3;
    plan.options.label_smoothing = smoothing;
    TrainingSession session(plan, {});
    if (steps > 1) session.step(1);
    session.wait();
    session.change(Changed::learning_rate, 0.02);
    session.step(steps > 1 ? steps - 1 : steps);
    session.wait();
    session.request_state();
    session.wait();
    REQUIRE(session.shown().state);
    return *session.shown().state;
}

/// The program with the view's tab and a short training.
SettledProgram opened_step(const std::string& task, int steps, PixelSize size = {1280, 720}) {
    SettledProgram program(window_options(decoder, size));
    if (!program) return program;
    TrainState run = settings_of_task(task);
    run.steps = steps;
    run.batch = 4;
    SessionFile session = program.app->session_now();
    session.view = "train";
    session.views["train"] = saved_values(run);
    session.views["train"]["mode"] = "1";
    const TemporaryFolder folder;
    write_file(folder / "a.glassformer", to_text(session));
    REQUIRE(program.app->open_path(folder / "a.glassformer"));
    run_settled(program, "wait-idle");
    REQUIRE(program.state("train_page") == "step");
    return program;
}

}  // namespace

TEST_SUITE_BEGIN("train_step");

TEST_CASE("the losses of a batch's positions have the step's loss as their mean, for every kind of model") {
    for (const char* task : {"coreference", "translate-fr-en", "sentiment-but", "sort"})
        for (const double smoothing : {0.0, 0.1}) {
            CAPTURE(task);
            CAPTURE(smoothing);
            const StepMade made = make_step(state_after(task, 2, adamw, smoothing));
            REQUIRE(made.error == "");
            const StepLosses& losses = made.losses;
            CHECK(losses.smoothing == smoothing);
            CHECK(losses.positions.size() == static_cast<std::size_t>(made.glass->labelled()));
            CHECK(losses.mean == doctest::Approx(made.glass->step().loss).epsilon(1e-5));
            for (const LabeledPosition& one : losses.positions) {
                CHECK(losses.find(one.text, one.position) == &one);
                CHECK(losses.nearest(one.text, one.position) == one.position);
                TargetAndPrediction left;
                const auto shown = predictions_at(one, smoothing, 3, &left);
                double target = left.target, predicted = left.predicted;
                bool label = false;
                for (const TargetAndPrediction& answer : shown) {
                    target += answer.target;
                    predicted += answer.predicted;
                    label = label || answer.answer == one.label;
                }
                CHECK(label);
                CHECK(target == doctest::Approx(1));
                CHECK(predicted == doctest::Approx(1));
                double loss = 0;
                for (const TargetAndPrediction& answer : predictions_at(one, smoothing, one.logits.size()))
                    if (answer.target > 0) loss -= answer.target * std::log(answer.predicted);
                CHECK(loss == doctest::Approx(one.loss).epsilon(1e-5));
            }
            CHECK(losses.find(0, -1) == nullptr);
            CHECK(losses.find(99, 0) == nullptr);
            CHECK(losses.nearest(99, 0) == -1);
        }
}

TEST_CASE("the derivation of an update ends in the trainer's weight, for both optimizers") {
    for (const OptimiserKind* optimiser : all_optimisers()) {
        CAPTURE(optimiser->name);
        const StepMade made = make_step(state_after("coreference", 3, *optimiser));
        REQUIRE(made.error == "");
        CHECK(made.glass->step().clip_factor < 1);
        for (std::size_t p = 0; p < made.glass->weights_before().parameters.size(); ++p) {
            const WeightUpdate update = made.glass->update_of(p, 0);
            const std::vector<UpdateLine> lines = derivation_of(update);
            CHECK(lines.size() == (optimiser == &sgd ? 3U : update.weight_decay > 0 ? 8U : 7U));
            CHECK(lines.front().value == doctest::Approx(update.clip_factor * update.gradient));
            CHECK(lines.back().value == evaluate(update).after);
            for (const UpdateLine& line : lines) CHECK_FALSE(plain_formula(line.formula).empty());
            const std::string number = number_text(lines.back().value, 4);  // a power of ten is written out
            if (number.find('e') == std::string::npos)
                CHECK(plain_formula(lines.back().formula).ends_with("= " + number));
            CHECK(check_of(update).find(number_text(update.after, 4)) != std::string::npos);
        }
        // The default is the weight that moved most.
        const WeightUpdate most = made.glass->update_of(made.largest.parameter, made.largest.index);
        const auto moved = [](const WeightUpdate& update) { return std::abs(update.after - update.before); };
        for (std::size_t p = 0; p < made.glass->weights_before().parameters.size(); ++p)
            CHECK(moved(most) >= moved(made.glass->update_of(p, 0)));
    }
}

TEST_CASE("a derivation by hand, with its numbers written out") {
    const WeightUpdate update{.before = 2,
                              .gradient = 4,
                              .clip_factor = 0.5,
                              .learning_rate = 0.1,
                              .weight_decay = 0.2,
                              .t = 2,
                              .optimiser = &adamw,
                              .beta1 = 0.5,
                              .beta2 = 0.75,
                              .eps = 0,
                              .mean_before = -1,
                              .square_before = 2};
    const std::vector<UpdateLine> lines = derivation_of(update);
    REQUIRE(lines.size() == 8);
    CHECK(lines[0].formula == "c g = 0.500 · 4.000 = 2.000");
    CHECK(lines[1].formula == "m_{t} = β₁ m_{t-1} + (1 - β₁) c g = 0.5 · (−1.000) + (1 - 0.5) · 2.000 = 0.500");
    CHECK(lines[2].formula == "v_{t} = β₂ v_{t-1} + (1 - β₂) (c g)² = 0.75 · 2.000 + (1 - 0.75) · 2.000² = 2.500");
    CHECK(lines[3].value == doctest::Approx(0.5 / 0.75));
    CHECK(lines[4].value == doctest::Approx(2.5 / 0.4375));
    CHECK(lines[5].value == doctest::Approx(0.04));
    CHECK(lines[6].value == doctest::Approx(0.1 * (0.5 / 0.75) / std::sqrt(2.5 / 0.4375)));
}

TEST_CASE("a large matrix shows the number of each block that is largest in size") {
    const std::vector<float> numbers{1, -5, 2, 0, 0, 3, 4, 0, -7, 0, 6, 1};  // 3 × 4
    const PooledCells whole = pooled(numbers, 3, 4, 10, 10);
    CHECK(whole.whole());
    CHECK(whole.values == numbers);
    const PooledCells cells = pooled(numbers, 3, 4, 2, 2);
    CHECK(cells.block_rows == 2);
    CHECK(cells.block_cols == 2);
    CHECK(cells.values == std::vector<float>{-5, 4, -7, 6});
    CHECK(cells.index == std::vector<std::size_t>{1, 6, 8, 10});
}

TEST_CASE("training again reaches the state before a step, with its bits") {
    const TrainingState state = state_after("coreference", 4);
    const std::atomic<bool> stopped{false};
    std::atomic<int> done{0};
    const TrainingState again = replayed_state(state.plan, state.changes, 4, stopped, done);
    CHECK(done == 4);
    CHECK(again.changes == state.changes);
    CHECK(same_bits(again.trainer.weights, state.trainer.weights));
    const StepMade one = make_step(state), other = make_step(again);
    REQUIRE(one.error == "");
    CHECK(same_bits(one.glass->weights_after(), other.glass->weights_after()));
    CHECK(one.largest == other.largest);
    // A change that came later belongs to later steps.
    CHECK(
        replayed_state(state.plan, {{.step = 3, .what = Changed::clip, .value = 1}}, 2, stopped, done).changes.empty());
    CHECK(same_bits(replayed_state(state.plan, state.changes, 2, stopped, done).trainer.weights,
                    replay(*state.plan, state.changes, 2)));
}

TEST_CASE("padding, accumulation and checkpoints leave the numbers as they are") {
    const TrainingState state = state_after("coreference", 2);
    const StepMade made = make_step(state);
    REQUIRE(made.error == "");
    const std::atomic<bool> stopped{false};
    const StepWays ways = same_numbers(*made.glass, state, stopped);
    REQUIRE(ways.size() == 3);
    for (const StepWay& way : ways) {
        CHECK(way.error == "");
        CHECK(way.loss_difference < 1e-5);
        CHECK(way.gradient_difference < 1e-5);
        CHECK(way.largest_loss > 0);
        // With a single block there is nothing that checkpoints could leave out.
        CHECK((way.bytes < way.bytes_before) == (way.kind != StepWay::Kind::checkpoints));
    }
    CHECK(ways[0].padding >= 0);
    CHECK(ways[1].largest_gradient > 0);
    CHECK(same_numbers(*made.glass, state, std::atomic<bool>{true}).empty());
}

TEST_CASE("the step that follows is shown, with any weight's change and its parts") {
    const SettledProgram program = opened_step("coreference", 20);
    if (!program) return;
    CHECK(program.state("train_glass_step") == "1");
    CHECK(program.state("train_glass_texts") == "4");
    CHECK(program.state("train_glass_parts") == "4");
    // The same step by hand, from the plan of the same settings.
    TrainState run = settings_of_task("coreference");
    run.steps = 20;
    run.batch = 4;
    const auto plan = std::make_shared<const TrainingPlan>(plan_of(run));
    const std::atomic<bool> stopped{false};
    std::atomic<int> done{0};
    for (const int step : {1, 2}) {
        CAPTURE(step);
        const StepMade made = make_step(replayed_state(plan, {}, step - 1, stopped, done));
        REQUIRE(made.error == "");
        const WeightUpdate update = made.glass->update_of(made.largest.parameter, made.largest.index);
        CHECK(program.state("train_glass_step") == std::to_string(step));
        CHECK(program.state("train_glass_loss") == number_text(made.glass->step().loss, 2));
        CHECK(program.state("train_glass_weight") ==
              weight_name(made.glass->weights_before().parameters[made.largest.parameter], made.largest.index));
        CHECK(program.state("train_glass_before") == number_text(update.before, 4));
        CHECK(program.state("train_glass_after") == number_text(update.after, 4));
        if (step == 1) run_settled(program, "key Right\nwait-idle");
    }

    run_settled(program, "click @train text 2\nwait-idle");
    CHECK(program.state("train_glass_text") == "2");
    run_settled(program, "click @train part 4\nwait-idle");
    CHECK(program.state("train_glass_text") == "4");
    run_settled(program, "click @train parameter\nwait-idle\nkey Up\nkey Enter\nwait-idle");
    const std::string parameter = program.state("train_glass_parameter"), weight = program.state("train_glass_weight");
    run_settled(program, "click @train weight\nwait-idle");  // the middle
    CHECK(program.state("train_glass_parameter") == parameter);
    CHECK(program.state("train_glass_weight") != weight);
    const std::string chosen = program.state("train_glass_weight");
    run_settled(program, "click @train step\nwait-idle");  // it stays selected in the next step
    CHECK(program.state("train_glass_step") == "3");
    CHECK(program.state("train_glass_weight") == chosen);
    run_settled(program, "click @train largest\nwait-idle");
    CHECK(program.state("train_glass_weight") != chosen);
    run_settled(program, "click @train ways\nwait-idle");
    CHECK(program.state("train_glass_ways") == "3");
    run_settled(program, "key Esc\nwait-idle");
}

TEST_CASE("where no step can follow it says so, and shows the last one on request") {
    const SettledProgram program = opened_step("soft-lookup", 10);
    if (!program) return;
    run_settled(
        program,
        "click @train page training\nwait-idle\nkey Right\nwait-idle\nclick @train restart\nwait-idle\nkey Space\n");
    CHECK(comes_true([&] {
        run_settled(program, "wait 1");
        return program.state("train_phase") == "finished";
    }));
    run_settled(program, "wait-idle\nclick @train page step\nwait-idle");
    CHECK(program.state("train_glass_step") == "");
    CHECK(program.state("train_glass_says").find("All 10 steps are done") != std::string::npos);
    run_settled(program, "click @train replay\nwait-idle");
    CHECK(program.state("train_glass_step") == "10");
    CHECK(program.state("train_glass_says") == "");
    run_settled(program, "click @train restart\nwait-idle");
    CHECK(program.state("train_glass_step") == "1");
}

TEST_CASE("the step of every kind of model is drawn, at any size") {
    for (const char* task : {"translate-fr-en", "recall-lstm", "sentiment-but"})
        for (const PixelSize size : {PixelSize{1280, 720}, PixelSize{640, 360}, PixelSize{700, 1200}}) {
            CAPTURE(task);
            CAPTURE(size.width);
            const SettledProgram program = opened_step(task, 20, size);
            if (!program) return;
            CHECK(program.state("train_glass_step") == "1");
            CHECK(program.state("train_glass_parts") == "4");
        }
}

TEST_SUITE_END();
