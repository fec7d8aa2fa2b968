// The figures that lectures quote, on numbers whose answer is known, and the claims made with them, on real models.
#include "core/analysis/measures.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "core/analysis/cost.h"
#include "core/base/error.h"
#include "core/base/random.h"
#include "core/model/graph.h"
#include "core/tape/tape.h"

using namespace glassformer;

namespace {

Tensor tensor(const Shape& shape, const std::vector<float>& values) {
    Tensor result(shape);
    std::copy(values.begin(), values.end(), result.data.begin());
    return result;
}

Shape map_of(int queries, int keys) { return {{Axis::query, queries}, {Axis::key, keys}}; }

/// A model with random weights, large enough to make its attention uneven, evaluated on a text.
struct Evaluated {
    ModelConfig config;
    Weights weights;
    Tape tape;
    Graph graph;

    Evaluated(const std::string& settings, const std::vector<float>& tokens) {
        config = parse_config(
            R"({"vocab_size": 12, "d_model": 16, "n_heads": 2, "d_ff": 32, "max_seq_len": 24, )" + settings + "}",
            "a test");
        weights = initial_weights(config, 5, {.std = 0.4F, .scale_residual = false});
        graph = record_model(tape, config, weights, {.seq_len = static_cast<int>(tokens.size()), .loss = false});
        tape.set(graph.tokens, tokens);
        tape.evaluate();
    }
    ConstView view(const std::string& stage) const {
        const int id = tape.trace().find(stage);
        REQUIRE_MESSAGE(id >= 0, stage);
        return tape.trace().record(id).view();
    }
    /// The first head's scores.
    ConstView first_head(const std::string& stage) const {
        const ConstView all = view(stage);
        return {Shape{all.shape[1], all.shape[2]}, all.data};
    }
};

const std::vector<float> sentence{3, 1, 4, 1, 5, 9, 2, 6};

}  // namespace

TEST_SUITE_BEGIN("measures");

TEST_CASE("entropy is zero for one key, log n for n equal ones, and blind rows do not count") {
    const Shape shape{{Axis::head, 2}, {Axis::query, 2}, {Axis::key, 4}};
    const Tensor weights = tensor(shape, {1, 0, 0, 0, 0, 0, 1, 0, .25F, .25F, .25F, .25F, 0, 0, 0, 0});
    const std::vector<double> entropy = attention_entropy(weights.view());
    REQUIRE(entropy.size() == 2);
    CHECK(entropy[0] == 0);
    CHECK(entropy[1] == doctest::Approx(std::log(4.0)).epsilon(1e-12));
    CHECK_THROWS_AS(attention_entropy(tensor(map_of(1, 1), {1}).view()), Error);
}

TEST_CASE("the peak is the mean of the rows' largest weights, without rows that see nothing") {
    const Shape shape{{Axis::head, 2}, {Axis::query, 2}, {Axis::key, 4}};
    const Tensor weights = tensor(shape, {1, 0, 0, 0, .5F, .25F, .25F, 0, .25F, .25F, .25F, .25F, 0, 0, 0, 0});
    const std::vector<double> peak = attention_peak(weights.view());
    REQUIRE(peak.size() == 2);
    CHECK(peak[0] == doctest::Approx(0.75).epsilon(1e-12));
    CHECK(peak[1] == doctest::Approx(0.25).epsilon(1e-12));
    CHECK_THROWS_AS(attention_peak(tensor(map_of(1, 1), {1}).view()), Error);
}

TEST_CASE("the softmax's slope is the norm of its Jacobian, and the variance is over all that is not masked") {
    const Shape shape{{Axis::head, 1}, {Axis::query, 2}, {Axis::key, 2}};
    Tensor weights(shape);
    std::ranges::copy(std::vector<float>{0.5F, 0.5F, 1, 0}, weights.data.begin());
    // Row 1: ((1/4, -1/4), (-1/4, 1/4)), norm 1/2. Row 2: zeros.
    CHECK(softmax_slope(weights.view())[0] == doctest::Approx(0.25).epsilon(1e-9));
    std::ranges::copy(std::vector<float>{0.2F, 0.8F, 0, 0}, weights.data.begin());  // the second sees nothing
    CHECK(softmax_slope(weights.view())[0] == doctest::Approx(2 * 0.16).epsilon(1e-6));
    std::ranges::copy(std::vector<float>{1, -INFINITY, 4, 7}, weights.data.begin());
    CHECK(score_variance(weights.view())[0] == doctest::Approx(6).epsilon(1e-9));  // of 1, 4, 7
    const Tensor flat(Shape{{Axis::query, 2}, {Axis::key, 2}});
    CHECK_THROWS_AS(softmax_slope(flat.view()), Error);
    CHECK_THROWS_AS(score_variance(flat.view()), Error);
}

TEST_CASE("similarity is the mean cosine of all pairs") {
    const Shape shape{{Axis::position, 3}, {Axis::d_model, 2}};
    CHECK(token_similarity(tensor(shape, {1, 1, 2, 2, 5, 5}).view()) == doctest::Approx(1).epsilon(1e-12));
    // 0°, 90° and 45°: cosines 0, 1/√2, 1/√2.
    CHECK(token_similarity(tensor(shape, {1, 0, 0, 3, 2, 2}).view()) ==
          doctest::Approx(std::numbers::sqrt2 / 3).epsilon(1e-6));
    CHECK(token_similarity(tensor(shape, {1, 0, 0, 0, -1, 0}).view()) == doctest::Approx(-1).epsilon(1e-12));
    CHECK_THROWS_AS(token_similarity(tensor({{Axis::position, 1}, {Axis::d_model, 2}}, {1, 0}).view()), Error);
}

TEST_CASE("the Toeplitz spread is zero where only the distance counts") {
    Tensor map(map_of(4, 5));
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 5; ++j)
            map.data[static_cast<std::size_t>(5 * i + j)] =
                j > i ? -INFINITY : 1000.0F + static_cast<float>((i - j) * (i - j));
    CHECK(toeplitz_spread(map.view()) == 0);
    map.data[5] += 1;
    CHECK(toeplitz_spread(map.view()) > 0.01);
    CHECK(toeplitz_spread(tensor(map_of(2, 2), {1, 1, 1, 1}).view()) == 0);
    CHECK(toeplitz_spread(tensor(map_of(2, 2), {1, 0, 0, -1}).view()) == doctest::Approx(1).epsilon(1e-12));
}

TEST_CASE("the norm of each row") {
    const std::vector<double> norms =
        row_norms(tensor({{Axis::position, 2}, {Axis::d_model, 2}}, {3, 4, 0, -2}).view());
    CHECK(norms == std::vector<double>{5, 2});
}

TEST_CASE("every parameter belongs to one part") {
    const Evaluated model(R"("architecture": "decoder", "n_layers": 2)", sentence);
    std::size_t sum = 0;
    for (const ParameterPart& part : parameters_by_part(model.config)) {
        if (part.name == "embeddings") CHECK(part.count == 12 * 16 + 24 * 16);
        if (part.name == "attention") CHECK(part.count == 2 * (4 * 16 * 16 + 4 * 16));
        if (part.name == "mlp") CHECK(part.count == 2 * (2 * 16 * 32 + 32 + 16));
        if (part.name == "norms") CHECK(part.count == 5 * 2 * 16);
        if (part.name == "head") CHECK(part.count == 16 * 12);
        sum += part.count;
    }
    CHECK(sum == model.weights.count());
    CHECK(parameters_by_part(model.config).size() == 5);
}

TEST_CASE("the products of a decoder cost two operations a weight and token, and its scores two a pair and dimension") {
    const Evaluated model(R"("architecture": "decoder", "n_layers": 1)", sentence);
    const double n = 8, weights = 4 * 16 * 16 + 2 * 16 * 32 + 16 * 12, products = 2 * n * weights + 2 * 2 * n * n * 16;
    const double flop = total_cost(model.tape.trace()).flop;
    CHECK(flop > products);         // norms, softmax and sums come on top
    CHECK(flop < 1.35 * products);  // and are few
}

TEST_CASE("without positions the outputs of an encoder follow their tokens into another order; with them they do not") {
    const std::vector<std::size_t> order{5, 2, 7, 0, 1, 6, 3, 4};
    std::vector<float> shuffled;
    for (const std::size_t from : order) shuffled.push_back(sentence[from]);
    for (const auto& [kind, equivariant] :
         {std::pair{"none", true}, {"sinusoidal", false}, {"learned", false}, {"rope", false}, {"alibi", false}}) {
        CAPTURE(kind);
        const std::string settings =
            R"("architecture": "encoder", "n_layers": 2, "positional": {"kind": ")" + std::string(kind) + "\"}";
        const Evaluated straight(settings, sentence), other(settings, shuffled);
        const ConstView a = straight.view("final_norm"), b = other.view("final_norm");
        double largest = 0, scale = 0;
        for (std::size_t row = 0; row < order.size(); ++row)
            for (int c = 0; c < a.shape.cols(); ++c) {
                largest = std::max(largest, std::abs(static_cast<double>(b.row(row)[c] - a.row(order[row])[c])));
                scale = std::max(scale, std::abs(static_cast<double>(a.row(row)[c])));
            }
        if (equivariant)
            CHECK(largest < 1e-6 * scale);
        else
            CHECK(largest > 0.01);
    }
}

TEST_CASE("for one word again and again, RoPE's scores depend on the distance alone, sines' and a table's do not") {
    const std::vector<float> same(16, 3.0F);
    const auto spread = [&](const char* kind) {
        const Evaluated model(
            R"("architecture": "encoder", "n_layers": 1, "positional": {"kind": ")" + std::string(kind) + "\"}", same);
        return toeplitz_spread(model.first_head("blocks.0.attn.scores_raw"));
    };
    CHECK(spread("rope") < 1e-5);
    CHECK(spread("sinusoidal") > 0.1);
    CHECK(spread("learned") > 0.1);
}

TEST_CASE("attention alone, stacked, makes tokens alike; MLPs and residuals keep them apart") {
    const auto similarity = [&](const std::string& more, int layer) {
        const Evaluated model(
            R"("architecture": "encoder", "n_layers": 6, "positional": {"kind": "none"}, "norm": "none", )" + more,
            sentence);
        return token_similarity(model.view("blocks." + std::to_string(layer) + ".attn.out"));
    };
    const std::string alone = R"("mlp": false, "residual": false, "attention_bias": false)";
    CHECK(similarity(alone, 5) > 0.999);
    CHECK(similarity(alone, 5) > similarity(alone, 0));
    const Evaluated whole(R"("architecture": "encoder", "n_layers": 6, "positional": {"kind": "none"})", sentence);
    CHECK(token_similarity(whole.view("blocks.5.resid_post")) < 0.9);
}

TEST_SUITE_END();
