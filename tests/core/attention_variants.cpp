// Attention without parameters, with queries and keys scaled each, and with heads as wide as the model: what lectures
// say of them, on real models.
// ctest: optimised too
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/analysis/cost.h"
#include "core/analysis/measures.h"
#include "tests/support/evaluated_model.h"

using namespace glassformer;
using test::EvaluatedModel;

namespace {

const std::vector<float> sentence{3, 0, 7, 10, 7, 1, 5};

std::string decoder(const std::string& more) {
    return R"({"vocab_size": 11, "max_seq_len": 9, "n_layers": 1, )" + more + "}";
}

/// The floating-point operations of all stages whose name ends so.
double flop(const EvaluatedModel& model, std::string_view ending) {
    double sum = 0;
    for (const int id : model.tape.trace().stages())
        if (model.tape.trace().record(id).name.ends_with(ending)) sum += model.tape.trace().cost(id).flop;
    return sum;
}

}  // namespace

TEST_SUITE_BEGIN("attention_variants");

TEST_CASE("attention without parameters is softmax(X Xᵀ) X, with all keys or the earlier ones") {
    for (const bool causal : {false, true}) {
        CAPTURE(causal);
        const EvaluatedModel model(
            decoder(R"("architecture": "decoder", "d_model": 6, "n_heads": 1, "attention_projections": false,
                       "attention_scale": "none", "norm": "none", "mlp": false, "residual": false,
                       "positional": {"kind": "none"}, "mask": {"kind": ")" +
                    std::string(causal ? "causal" : "none") + "\"}"),
            sentence);
        CHECK(model.weights.parameters.size() == 2);  // embeddings and head: attention has none
        const ConstView x = model.view("embed.tokens"), y = model.view("blocks.0.resid_mid");
        const int n = static_cast<int>(sentence.size()), d = x.shape.cols();
        CHECK(y.shape == x.shape);
        for (int i = 0; i < n; ++i) {
            std::vector<double> weights;
            double sum = 0;
            for (int j = 0; j < (causal ? i + 1 : n); ++j) {
                double dot = 0;
                for (int c = 0; c < d; ++c) dot += double{x.at({{i, c}})} * double{x.at({{j, c}})};
                weights.push_back(std::exp(dot));
                sum += weights.back();
            }
            for (int c = 0; c < d; ++c) {
                double expected = 0;
                for (std::size_t j = 0; j < weights.size(); ++j)
                    expected += weights[j] / sum * double{x.at({{static_cast<int>(j), c}})};
                CHECK(double{y.at({{i, c}})} == doctest::Approx(expected).epsilon(1e-5));
            }
        }
    }
}

TEST_CASE("scaling queries and keys gives the weights of scaling scores, from smaller numbers in between") {
    const std::string rest =
        R"("architecture": "decoder", "d_model": 32, "n_heads": 2, "positional": {"kind": "rope"})";
    const EvaluatedModel scores(decoder(rest), sentence);
    const EvaluatedModel both(decoder(rest + R"(, "attention_scale": "qk_fourth_root")"), sentence, {},
                              &scores.weights);
    const ConstView a = scores.view("blocks.0.attn.weights"), b = both.view("blocks.0.attn.weights");
    double difference = 0;
    for (std::size_t i = 0; i < a.shape.count(); ++i)
        difference = std::max(difference, std::abs(double{a.data[i]} - double{b.data[i]}));
    CHECK(difference < 1e-6);
    const auto largest = [](const ConstView& view) {
        double most = 0;
        for (std::size_t i = 0; i < view.shape.count(); ++i) most = std::max(most, std::abs(double{view.data[i]}));
        return most;
    };
    // Smaller by the root of d_head = 16.
    CHECK(largest(both.view("blocks.0.attn.scores_raw")) * 4 ==
          doctest::Approx(largest(scores.view("blocks.0.attn.scores_raw"))).epsilon(1e-5));
    CHECK(largest(both.view("blocks.0.attn.q_scaled")) * 2 ==
          doctest::Approx(largest(both.view("blocks.0.attn.q_rot"))).epsilon(1e-5));
    CHECK(both.tape.trace().find("blocks.0.attn.k_scaled") >= 0);
    CHECK(scores.tape.trace().find("blocks.0.attn.q_scaled") < 0);
}

TEST_CASE("narrow heads cost as much as one head, wide ones as often as there are heads") {
    constexpr int d = 24, n = 7;
    for (const int heads : {1, 2, 4, 6})
        for (const bool wide : {false, true}) {
            CAPTURE(heads);
            CAPTURE(wide);
            const EvaluatedModel model(
                decoder(
                    R"("architecture": "decoder", "d_model": 24, "attention_bias": false, "mlp": false, "n_heads": )" +
                    std::to_string(heads) + (wide ? R"(, "d_head": 24)" : "")),
                sentence);
            const int times = wide ? heads : 1;
            std::map<std::string, std::size_t> parts;
            for (const ParameterPart& part : parameters_by_part(model.config)) parts[part.name] = part.count;
            CHECK(parts.at("attention") == static_cast<std::size_t>(4 * times * d * d));
            double projections = 0;
            for (const char* stage : {"attn.q", "attn.k", "attn.v", "attn.out"}) projections += flop(model, stage);
            CHECK(projections == 2.0 * n * 4 * times * d * d);
            CHECK(flop(model, "attn.scores_raw") + flop(model, "attn.heads") == 2.0 * 2 * n * n * times * d);
            CHECK(total_cost(model.tape.trace()).flop > projections);
        }
}

TEST_SUITE_END();
