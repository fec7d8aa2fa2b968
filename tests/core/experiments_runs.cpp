// The runs that the experiments open have the numbers of the experiments.
#include "core/experiments/runs.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "core/analysis/measures.h"
#include "core/model/untrained_model.h"
#include "core/session/evaluation.h"
#include "core/train/ablations/gradient_reach.h"
#include "tests/support/trainings.h"

using namespace glassformer;

namespace {

std::shared_ptr<Evaluation> opened(const Inputs& inputs) { return evaluate_once(open_untrained(inputs.model), inputs); }

const Record& record_of(const Evaluation& run, const std::string& name) {
    const int id = run.trace().find(name);
    REQUIRE_MESSAGE(id >= 0, name);
    return run.trace().record(id);
}

}  // namespace

TEST_SUITE_BEGIN("experiments_runs");

TEST_CASE("a stack of blocks opens with the vectors that its curves are of") {
    DeepStack setting{.layers = 5, .d_model = 16, .tokens = 6, .activation = "relu", .seed = 3};
    for (int k = 0; k < stack_kinds; ++k) {
        const auto kind = static_cast<StackKind>(k);
        CAPTURE(k);
        const StreamDepth expected = stream_depth(setting, kind);
        const auto run = opened(run_of_stack(setting, kind, "A stack"));
        CHECK(run->model().card.title == "A stack");
        for (int block = -1; block < setting.layers; ++block) {
            const ConstView rows = record_of(*run, stream_record(kind, block)).view();
            CHECK(rank_one_residual(rows) == expected.residual[static_cast<std::size_t>(block + 1)]);
            CHECK(token_similarity(rows) == expected.similarity[static_cast<std::size_t>(block + 1)]);
        }
        const ConstView last = record_of(*run, stream_record(kind, setting.layers - 1)).view();
        for (std::size_t i = 0; i < expected.stream.data.size(); ++i) CHECK(last.data[i] == expected.stream.data[i]);
    }
}

TEST_CASE("an order of norms opens with its gradients") {
    DeepStack setting{.layers = 4, .d_model = 16, .tokens = 6, .seed = 2};
    for (int o = 0; o < block_orders; ++o) {
        const auto order = static_cast<BlockOrder>(o);
        const DepthGradients expected = depth_gradients(setting, order);
        const auto run = opened(run_of_order(setting, order, "An order"));
        REQUIRE(run->has_gradients());
        const std::vector<LayerGradient> layers = gradient_by_layer(run->trace());
        REQUIRE(layers.size() == expected.stream.size());
        for (std::size_t b = 0; b < layers.size(); ++b) {
            CHECK(layers[b].output == doctest::Approx(expected.stream[b]));
            CHECK(layers[b].parameters == doctest::Approx(expected.parameters[b]));
        }
    }
}

TEST_CASE("recurrence, convolution and attention open with the rows that are shown, and with their words") {
    const MixedTokens setting{.tokens = {7, 4000, 7, 12}, .lstm = true, .width = 2, .layers = 2, .d = 6, .seed = 4};
    const std::vector<std::string> words{"the", "cat's", "the", "milk"};
    for (int m = 0; m < mixer_count; ++m) {
        const auto mixer = static_cast<Mixer>(m);
        const MixNumbers expected = mixed_numbers(setting, mixer);
        const Inputs inputs = run_of_mixer(setting, mixer, words, "One of three");
        CHECK(inputs.text == "the cat's the milk");
        const auto run = opened(inputs);
        for (int layer = 0; layer <= setting.layers; ++layer) {
            const ConstView rows = record_of(*run, mixer_record(mixer, layer)).view();
            const Tensor& shown = expected.rows[static_cast<std::size_t>(layer)];
            REQUIRE(rows.shape.count() == shown.data.size());
            for (std::size_t i = 0; i < shown.data.size(); ++i) CHECK(rows.data[i] == shown.data[i]);
        }
    }
}

TEST_CASE("gradients by position open with the first text that the mean is over") {
    const UntrainedReach setting{.length = 12, .recurrent_scale = 1.5, .seed = 1};
    for (int m = 0; m < reach_models; ++m) {
        const auto run = opened(run_of_reach(setting, m, "A reach"));
        REQUIRE(run->has_gradients());
        const ConstView gradient = record_of(*run, "embed").gradient_view();
        CHECK(gradient.shape.rows() == 12);
        const Model& model = run->model();
        const std::vector<Sample> texts = reach_texts(setting);
        const std::vector<double> shown = row_norms(gradient);
        const std::vector<double> expected =
            gradient_by_position(model.config, model.weights, std::span(texts).first(1), Answer::loss);
        REQUIRE(shown.size() == expected.size());
        for (std::size_t t = 0; t < shown.size(); ++t) CHECK(shown[t] == doctest::Approx(expected[t]));
        CHECK(*std::ranges::max_element(shown) > 0);
    }
}

TEST_CASE("the first text of a tiny step opens under the weights that the step begins with, with its gradients") {
    const TinyStep setting{.batch = 2, .micro = 1};
    const EqualGradients equal = equal_gradients(setting, std::atomic<bool>(false));
    const auto run = opened(run_of_tiny_step(setting, equal.first, "A step"));
    REQUIRE(run->has_gradients());
    const TrainingPlan plan = tiny_plan(setting);
    CHECK(test::same_bits(run->model().weights, initial_weights(plan.config, plan.options.seed, plan.options.init)));
    CHECK(record_of(*run, "logits").shape.rows() == equal.first.tokens.size());
    CHECK(static_cast<int>(equal.first.tokens.size()) <= equal.tokens);
}

TEST_SUITE_END();
