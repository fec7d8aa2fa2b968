// One step of a training with all its numbers: the trainer's own, and their sums over texts and positions.
// ctest: optimised too
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/train/step/step_inspection.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/trainings.h"

using namespace glassformer;
using test::same_bits;

namespace {

/// Five steps of the task, clipped, with a change on the way, and the state behind them.
TrainingState five_steps(const char* task, const OptimiserKind& optimiser) {
    TrainingPlan plan = test::small_plan(task, 6);
    plan.options.optimiser = &optimiser;
    plan.options.clip = 0.3;
    plan.options.weight_decay = 0.05;
    plan.options.label_smoothing = 0.1;
    TrainingSession session(plan, {});
    session.step(3);
    session.wait();
    session.change(Changed::learning_rate, 0.02);
    session.step(2);
    session.wait();
    session.request_state();
    session.wait();
    REQUIRE(session.shown().state);
    return *session.shown().state;
}

double sum(const std::vector<double>& parts) { return std::accumulate(parts.begin(), parts.end(), 0.0); }

}  // namespace

TEST_SUITE_BEGIN("training");

TEST_CASE("a weight's derivation evaluates to the trainer's new value, for both optimizers") {
    for (const OptimiserKind* optimiser : all_optimisers())
        for (const char* task : {"coreference", "sort", "translate-fr-en"}) {
            CAPTURE(task);
            CAPTURE(optimiser->name);
            const TrainingState state = five_steps(task, *optimiser);
            const StepInspection inspection(state);
            CHECK(inspection.step().step == 6);
            CHECK(same_bits(inspection.weights_before(), state.trainer.weights));
            CHECK(same_bits(inspection.weights_after(), replay(*state.plan, state.changes, 6)));
            Random random(3);
            const auto& parameters = inspection.weights_before().parameters;
            for (int i = 0; i < 100; ++i) {
                const auto parameter = static_cast<std::size_t>(random.below(static_cast<int>(parameters.size())));
                const auto index =
                    static_cast<std::size_t>(random.below(static_cast<int>(parameters[parameter].shape.count())));
                CAPTURE(parameters[parameter].name);
                CAPTURE(index);
                const WeightUpdate update = inspection.update_of(parameter, index);
                CHECK(update.optimiser == optimiser);
                CHECK(static_cast<float>(update.after) == inspection.weights_after().parameters[parameter].data[index]);
                const UpdateAgain again = evaluate(update);
                const double close = 3e-7 * std::max(std::abs(update.before), std::abs(update.after)) +
                                     1e-5 * std::abs(update.after - update.before) + 1e-12;
                CHECK(std::abs(again.after - update.after) <= close);
                CHECK(again.mean == doctest::Approx(update.mean).epsilon(1e-4));
                CHECK(again.square == doctest::Approx(update.square).epsilon(1e-4));
                CHECK(again.velocity == doctest::Approx(update.velocity).epsilon(1e-4));
                CHECK((update.weight_decay > 0) == (parameters[parameter].shape.rank() >= 2));
                CHECK(update.t == (optimiser == &adamw ? 6 : 0));
            }
        }
}

TEST_CASE("a weight's gradient is the sum of its texts', and a text's the sum of its positions'") {
    for (const char* task : {"coreference", "translate-fr-en", "sentiment-but", "sort"}) {
        CAPTURE(task);
        StepInspection inspection(five_steps(task, adamw));
        REQUIRE(inspection.texts().size() == 4);
        const auto& parameters = inspection.weights_before().parameters;
        Random random(4);
        for (int i = 0; i < 12; ++i) {
            const auto parameter = static_cast<std::size_t>(random.below(static_cast<int>(parameters.size())));
            const auto index =
                static_cast<std::size_t>(random.below(static_cast<int>(parameters[parameter].shape.count())));
            CAPTURE(parameters[parameter].name);
            const std::vector<double> texts = inspection.by_text(parameter, index);
            REQUIRE(texts.size() == 4);
            const double gradient = inspection.update_of(parameter, index).gradient;
            double largest = std::abs(gradient);
            for (const double part : texts) largest = std::max(largest, std::abs(part));
            CHECK(std::abs(sum(texts) - gradient) <= 1e-4 * largest + 1e-8);
            const std::vector<double> positions = inspection.by_position(parameter, index, 2);
            CHECK(positions.size() == inspection.texts()[2].labels.size());
            for (const double part : positions) largest = std::max(largest, std::abs(part));
            CHECK(std::abs(sum(positions) - texts[2]) <= 1e-4 * largest + 1e-8);
            for (std::size_t p = 0; p < positions.size(); ++p)
                if (inspection.texts()[2].labels[p] < 0) CHECK(positions[p] == 0);
        }
    }
}

TEST_CASE("a step by hand: one weight of AdamW and of SGD with every number") {
    WeightUpdate update{.before = 2,
                        .gradient = 4,
                        .clip_factor = 0.5,
                        .learning_rate = 0.1,
                        .weight_decay = 0.2,
                        .t = 2,
                        .optimiser = &adamw,
                        .beta1 = 0.5,
                        .beta2 = 0.75,
                        .eps = 0,
                        .mean_before = 1,
                        .square_before = 2};
    // m = 0.5 + 0.5 · 2 = 1.5, v = 1.5 + 0.25 · 4 = 2.5; m̂ = 1.5/0.75 = 2, v̂ = 2.5/0.4375; decay 0.1 · 0.2 · 2 = 0.04.
    const UpdateAgain again = evaluate(update);
    CHECK(again.mean == doctest::Approx(1.5));
    CHECK(again.square == doctest::Approx(2.5));
    CHECK(again.after == doctest::Approx(2 - 0.04 - 0.1 * 2 / std::sqrt(2.5 / 0.4375)));
    update.optimiser = &sgd;
    update.momentum = 0.9;
    update.velocity_before = 10;
    // v = 9 + 2 + 0.2 · 2 = 11.4
    CHECK(evaluate(update).velocity == doctest::Approx(11.4));
    CHECK(evaluate(update).after == doctest::Approx(2 - 1.14));
}

TEST_CASE("there is no step behind the last") {
    TrainingPlan plan = test::small_plan("sort", 4);
    TrainingSession session(plan, {});
    session.start();
    session.request_state();
    session.wait();
    session.request_state();
    session.wait();
    CHECK(message_of([&] { StepInspection(*session.shown().state); }) ==
          "all 12 steps are done: there is no next one to look at");
    session.reset();
    session.wait();
    CHECK(session.shown().state == nullptr);
}

TEST_SUITE_END();
