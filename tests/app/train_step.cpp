// One step taken apart in the Train view: every number that it shows is the trainer's, or adds up to it.
// ctest: alone 19 s
#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

#include "app/files/session_file.h"
#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"
#include "app/views/train/run/state.h"
#include "app/views/train/step/derivation.h"
#include "app/views/train/step/variants_sheet.h"
#include "app/views/train/step/weight.h"
#include "app/views/train/step/words.h"
#include "core/base/file.h"
#include "core/tape/formula_text.h"
#include "core/train/step/step_work.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/train_program.h"
#include "tests/support/trainings.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

TrainingState state_after(const char* task, int steps, const OptimiserKind& optimiser = adamw, double smoothing = 0,
                          Smoothing over = Smoothing::all_classes) {
    TrainingPlan plan = small_plan(task, 6);
    plan.options.optimiser = &optimiser;
    plan.options.clip = 0.3;
    plan.options.label_smoothing = smoothing;
    plan.options.smoothing = over;
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
SettledProgram opened_step(const std::string& task, int steps, PixelSize size = {1280, 720},
                           const ViewValues& more = {}) {
    SettledProgram program(window_options(decoder, size));
    if (!program) return program;
    TrainState run = settings_of_task(task);
    run.steps = steps;
    run.batch = 4;
    SessionFile session = program.app->session_now();
    session.view = "train";
    session.views["train"] = saved_values(run);
    session.views["train"]["mode"] = "1";
    for (const auto& [name, value] : more) session.views["train"][name] = value;
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
        for (const auto& [epsilon, over] :
             {std::pair{0.0, Smoothing::all_classes}, {0.1, Smoothing::all_classes}, {0.1, Smoothing::other_classes}}) {
            CAPTURE(task);
            CAPTURE(epsilon);
            const StepResult result = make_step(state_after(task, 2, adamw, epsilon, over));
            REQUIRE(result.error == "");
            const StepLosses& losses = result.losses;
            const double smoothing = losses.smoothing;
            CHECK((smoothing == epsilon) == (over == Smoothing::all_classes));
            const auto first = predictions_at(losses.positions[0], smoothing, 1000);
            const auto at_label = std::ranges::find(first, losses.positions[0].label, &TargetAndPrediction::answer);
            const double kept = over == Smoothing::all_classes
                                    ? 1 - epsilon + epsilon / static_cast<double>(first.size())
                                    : 1 - epsilon;
            CHECK(at_label->target == doctest::Approx(kept));
            CHECK(losses.positions.size() == static_cast<std::size_t>(result.inspection->labelled()));
            CHECK(losses.mean == doctest::Approx(result.inspection->step().loss).epsilon(1e-5));
            for (const LabelledPosition& one : losses.positions) {
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
        const StepResult result = make_step(state_after("coreference", 3, *optimiser));
        REQUIRE(result.error == "");
        CHECK(result.inspection->step().clip_factor < 1);
        for (std::size_t p = 0; p < result.inspection->weights_before().parameters.size(); ++p) {
            const WeightUpdate update = result.inspection->update_of(p, 0);
            const std::vector<UpdateLine> lines = derivation_of(update);
            CHECK(lines.size() == (optimiser == &sgd ? 4U : update.weight_decay > 0 ? 9U : 8U));
            CHECK(lines[0].value == update.gradient);
            CHECK(lines[1].value == doctest::Approx(update.clip_factor * update.gradient));
            for (const UpdateLine& line : lines) CHECK_FALSE(std::string(line.name).empty());
            CHECK(lines.back().value == evaluate(update).after);
            for (const UpdateLine& line : lines) CHECK_FALSE(plain_formula(line.formula).empty());
            CHECK(plain_formula(lines.back().formula).ends_with("= " + number_text(lines.back().value, 4)));
            CHECK(check_of(update).find(number_text(update.after, 4)) != std::string::npos);
        }
        // The default is the weight that moved most.
        const WeightUpdate most = result.inspection->update_of(result.largest.parameter, result.largest.index);
        const auto moved = [](const WeightUpdate& update) { return std::abs(update.after - update.before); };
        for (std::size_t p = 0; p < result.inspection->weights_before().parameters.size(); ++p)
            CHECK(moved(most) >= moved(result.inspection->update_of(p, 0)));
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
    REQUIRE(lines.size() == 9);
    CHECK(lines[0].formula == "g = 4.000");
    CHECK(lines[1].formula == "c g = 0.500 · 4.000 = 2.000");
    CHECK(lines[2].formula == "m_{t} = β₁ m_{t-1} + (1 - β₁) c g = 0.5 · (−1.000) + (1 - 0.5) · 2.000 = 0.500");
    CHECK(lines[3].formula == "v_{t} = β₂ v_{t-1} + (1 - β₂) (c g)² = 0.75 · 2.000 + (1 - 0.75) · 2.000² = 2.500");
    CHECK(lines[4].value == doctest::Approx(0.5 / 0.75));
    CHECK(lines[5].value == doctest::Approx(2.5 / 0.4375));
    CHECK(lines[6].value == doctest::Approx(0.04));
    CHECK(lines[7].value == doctest::Approx(0.1 * (0.5 / 0.75) / std::sqrt(2.5 / 0.4375)));
    std::string names;
    for (const UpdateLine& line : lines) names += std::string(line.name) + "; ";
    CHECK(names ==
          "gradient; clipped gradient; m: mean of gradients; v: mean of squares; m, bias-corrected; v, bias-corrected; "
          "weight decay; update; new weight; ");
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

TEST_CASE("the sentences about the other ways say what the run does and what it is compared with") {
    StepVariant variant{.kind = StepVariant::Kind::accumulation,
                        .step_is_thrifty = false,
                        .numbers = 12345,
                        .difference = 2e-7,
                        .largest = 0.5,
                        .loss_difference = 1e-8,
                        .bytes_plain = 4096,
                        .bytes_thrifty = 1024,
                        .texts = 9,
                        .micro_batches = 2};
    CHECK(text_of(variant).compared.find("runs all 9 texts at once. Compared with 2 micro-batches") !=
          std::string::npos);
    CHECK(text_of(variant).numbers.find("over all 12,345 weights: " + number_text(2e-7)) != std::string::npos);
    CHECK(text_of(variant).memory.ends_with("That saves 3.1 kB (75.0%)."));
    variant.step_is_thrifty = true;
    variant.micro_batches = 3;
    CHECK(text_of(variant).compared.find("its 9 texts in 3 micro-batches") != std::string::npos);
    CHECK(text_of(variant).compared.ends_with("Compared with all texts at once."));
    variant.micro_batches = 1;
    CHECK(text_of(variant).compared.find("cannot be split") != std::string::npos);
    CHECK(text_of(variant).numbers + text_of(variant).memory == "");

    variant.kind = StepVariant::Kind::checkpoints;
    variant.difference = variant.loss_difference = 0;
    variant.bytes_thrifty = variant.bytes_plain;
    CHECK(text_of(variant).compared.ends_with("Compared with keeping all that it needs."));
    CHECK(text_of(variant).numbers.ends_with("are equal, bit for bit."));
    CHECK(text_of(variant).memory.find("saves nothing") != std::string::npos);
    variant.step_is_thrifty = false;
    CHECK(text_of(variant).compared.find("Compared with checkpointing") != std::string::npos);

    variant.kind = StepVariant::Kind::padding;
    CHECK(text_of(variant).memory.starts_with("All its texts are equally long"));
    variant.padding = 0.25;
    CHECK(text_of(variant).memory.starts_with("25.0% of the batch's positions are padding."));
    CHECK(text_of(variant).memory.find("of one text instead of 9") != std::string::npos);
    CHECK(text_of(variant).memory.find("That saves") == std::string::npos);  // it is no saving of padding
    variant.error = "there is not enough memory for this";
    CHECK(text_of(variant).numbers == "This way could not be computed: there is not enough memory for this.");
    CHECK(text_of(variant).compared + text_of(variant).memory == "");
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
        const StepResult result = make_step(replayed_state(plan, {}, step - 1, stopped, done));
        REQUIRE(result.error == "");
        const WeightAt first = result.begin_with;
        const WeightUpdate update = result.inspection->update_of(first.parameter, first.index);
        CHECK(result.inspection->weights_before().parameters[first.parameter].name == "blocks.0.attn.q.weight");
        CHECK(program.state("train_glass_step") == std::to_string(step));
        CHECK(program.state("train_glass_loss") == number_text(result.inspection->step().loss, 2));
        CHECK(program.state("train_glass_weight") ==
              weight_name(result.inspection->weights_before().parameters[first.parameter], first.index));
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

TEST_CASE("the title and the note name the step that is shown, also while another one is computed") {
    const SettledProgram program =
        opened_step("coreference", 20, {1280, 720}, {{"batch", "256"}, {"accumulate", "2"}, {"checkpoint", "true"}});
    if (!program) return;
    CHECK(program.state("train_glass_note").ends_with(" · 2 micro-batches · gradient checkpointing"));
    CHECK(program.state("train_glass_making") == "");
    const std::string before = program.state("train_glass_loss");
    program.run("pace 1\nkey Right\n");  // the step is not made in the frame of the key
    bool was_made = false;
    CHECK(comes_true([&] {
        program.run("wait 1\n");
        const bool old = program.state("train_glass_step") == "1";
        const std::string making = program.state("train_glass_making");
        if (old) CHECK(program.state("train_glass_loss") == before);
        if (old && making == "2") {
            was_made = true;
            CHECK(program.state("train_glass_note") == "Computing step 2… This page still shows step 1.");
        }
        return !old;
    }));
    CHECK(was_made);
    run_settled(program, "wait-idle");
    CHECK(program.state("train_glass_step") == "2");
    CHECK(program.state("train_glass_note").starts_with("gradient norm"));
    CHECK(program.state("train_glass_loss") != before);
}

TEST_CASE("a session remembers the text, the position and the weight that were selected") {
    const SettledProgram program = opened_step("coreference", 20);
    if (!program) return;
    SessionFile session = program.app->session_now();
    CHECK(session.views["train"]["glass_text"] == "0");  // nobody selected anything
    CHECK(session.views["train"]["glass_parameter"] == value_text(std::string()));
    run_settled(program, "click @train text 2\nwait-idle\nclick @train weight\nwait-idle");
    session = program.app->session_now();
    CHECK(session.views["train"]["glass_text"] == "2");
    CHECK(session.views["train"]["glass_parameter"] == value_text(program.state("train_glass_parameter")));

    const SettledProgram other = opened_step("coreference", 20, {1280, 720}, session.views["train"]);
    for (const char* key :
         {"train_glass_text", "train_glass_position", "train_glass_parameter", "train_glass_weight"}) {
        CAPTURE(key);
        CHECK(other.state(key) == program.state(key));
    }
    ViewValues none{{"glass_text", "9"},
                    {"glass_parameter", value_text(std::string("blocks.7.attn.q.weight"))},
                    {"glass_index", "3"}};
    const SettledProgram wrong = opened_step("coreference", 20, {1280, 720}, none);  // not of this batch and model
    CHECK(wrong.state("train_glass_parameter") == "blocks.0.attn.q.weight");
    CHECK(wrong.app->session_now().views["train"]["glass_parameter"] == value_text(std::string()));
    CHECK(wrong.app->session_now().views["train"]["glass_text"] == "0");
}

TEST_CASE("a next step that cannot be computed is a sentence in place of the step before") {
    const SettledProgram program = opened_step(
        "induction", 50, {1280, 720},
        {{"optimizer", value_text(std::string("sgd"))}, {"learning_rate", "10"}, {"warm_up", "0"}, {"clip", "0"}});
    if (!program) return;
    CHECK(program.state("train_glass_step") == "1");
    for (int i = 0; i < 30 && program.state("train_glass_says").empty(); ++i)
        run_settled(program, "key Right\nwait-idle");
    CHECK(program.state("train_phase") == "paused");
    const std::string next = std::to_string(std::stoi(program.state("train_step")) + 1);
    CHECK(program.state("train_glass_says")
              .starts_with("Step " + next + " cannot be shown: training diverged: at step " + next));
    CHECK(program.state("train_glass_step") == "");
    // The training itself ends there, and its last step can be shown.
    run_settled(program, "key Right\nwait-idle");
    CHECK(program.state("train_phase") == "diverged");
    run_settled(program, "click @train replay\nwait-idle");
    CHECK(program.state("train_glass_step") == program.state("train_step"));
    CHECK(program.state("train_glass_says") == "");
}

TEST_CASE("a finished training shows its last step by itself") {
    const SettledProgram program = opened_step("soft-lookup", 10);
    if (!program) return;
    run_settled(
        program,
        "click @train page training\nwait-idle\nkey Right\nwait-idle\nclick @train restart\nwait-idle\nkey Space\n");
    CHECK(comes_true([&] {
        next_frame(program);
        return program.state("train_phase") == "finished";
    }));
    run_settled(program, "wait-idle\nclick @train page step\nwait-idle");
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
