// What lectures claim of transformers and of what came before them, as numbers of real passes. Elsewhere: permutation
// with and without positions, RoPE's scores by distance, tokens that grow alike (measures.cpp); path lengths and
// sequential steps (dependency.cpp); costs of heads, pairs and lengths (cost.cpp); micro-batches and checkpoints
// (checkpoints.cpp); encodings' own formulas (positional.cpp).
// ctest: alone 3 s, optimised only
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/analysis/measures.h"
#include "core/base/error.h"
#include "core/base/random.h"
#include "core/model/graph.h"
#include "core/tape/tape.h"
#include "core/train/measure.h"
#include "core/train/task.h"
#include "core/train/trainer.h"

using namespace glassformer;

namespace {

/// A stage's numbers in double precision: [rows, columns], heads one after the other.
struct Matrix {
    std::size_t rows = 0, columns = 0;
    std::vector<double> values{};
    double& at(std::size_t r, std::size_t c) { return values[r * columns + c]; }
    double at(std::size_t r, std::size_t c) const { return values[r * columns + c]; }

    Matrix operator*(const Matrix& other) const {
        REQUIRE(columns == other.rows);
        Matrix product{rows, other.columns, std::vector<double>(rows * other.columns)};
        for (std::size_t r = 0; r < rows; ++r)
            for (std::size_t k = 0; k < columns; ++k)
                for (std::size_t c = 0; c < other.columns; ++c) product.at(r, c) += at(r, k) * other.at(k, c);
        return product;
    }
    Matrix only(std::size_t first, std::size_t count) const {  // of the rows
        const auto begin = values.begin() + static_cast<std::ptrdiff_t>(first * columns);
        return {count, columns, {begin, begin + static_cast<std::ptrdiff_t>(count * columns)}};
    }
    double squares() const { return std::inner_product(values.begin(), values.end(), values.begin(), 0.0); }
    double norm() const { return std::sqrt(squares()); }
    double largest() const {
        double largest = 0;
        for (const double value : values) largest = std::max(largest, std::abs(value));
        return largest;
    }
};

double difference(const Matrix& a, const Matrix& b) {
    REQUIRE(a.values.size() == b.values.size());
    double largest = 0;
    for (std::size_t i = 0; i < a.values.size(); ++i) largest = std::max(largest, std::abs(a.values[i] - b.values[i]));
    return largest;
}

/// A model with random weights that a claim may change before the pass.
struct Subject {
    ModelConfig config;
    Weights weights;
    Tape tape;
    Graph graph;

    explicit Subject(const std::string& settings, const InitOptions& init = {.std = 0.3F, .scale_residual = false},
                     std::uint64_t seed = 7)
        : config(parse_config(R"({"vocab_size": 12, "max_seq_len": 64, )" + settings + "}", "a test")),
          weights(initial_weights(config, seed, init)) {}

    /// Replaces a parameter's entries by what `entry` makes of them.
    template <class Entry>
    void change(const std::string& name, const Entry& entry) {
        const auto found = std::ranges::find(weights.parameters, name, &Parameter::name);
        REQUIRE_MESSAGE(found != weights.parameters.end(), name);
        const auto tensor = std::make_shared<Tensor>(found->shape);
        for (std::size_t i = 0; i < tensor->data.size(); ++i) tensor->data[i] = entry(found->data[i], i);
        found->data = tensor->data.data();
        found->owner = tensor;
    }
    void zero(const std::string& name) {
        change(name, [](float, std::size_t) { return 0.0F; });
    }

    Subject& pass(const std::vector<float>& tokens, const std::vector<float>& labels = {}) {
        graph =
            record_model(tape, config, weights, {.seq_len = static_cast<int>(tokens.size()), .loss = !labels.empty()});
        tape.set(graph.tokens, tokens);
        if (!labels.empty()) tape.set(graph.labels, labels);
        tape.evaluate();
        if (!labels.empty()) tape.backward(graph.loss);
        return *this;
    }
    const Record& record(const std::string& stage) const {
        const int id = tape.trace().find(stage);
        REQUIRE_MESSAGE(id >= 0, stage);
        return tape.trace().record(id);
    }
    Matrix matrix(const std::string& stage) const { return to_matrix(record(stage).view()); }
    Matrix gradient(const std::string& stage) const { return to_matrix(record(stage).gradient_view()); }
    Matrix parameter(const std::string& name) const { return to_matrix(weights.find(name)->view()); }

private:
    static Matrix to_matrix(const ConstView& view) {
        return {view.shape.rows(),
                static_cast<std::size_t>(view.shape.cols()),
                {view.data, view.data + view.shape.count()}};
    }
};

std::vector<float> text(int length, std::uint64_t seed = 3) {
    Random random(seed);
    std::vector<float> tokens;
    for (int i = 0; i < length; ++i) tokens.push_back(static_cast<float>(random.below(12)));
    return tokens;
}

std::vector<float> next(const std::vector<float>& tokens) {
    return next_token_labels(std::vector<int>(tokens.begin(), tokens.end()));
}

double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

TEST_SUITE_BEGIN("claims");

TEST_CASE("claim: masking in parallel equals giving each query only the keys it has, one query after the other") {
    const std::vector<float> tokens = text(10);
    for (const char* positional :
         {R"({"kind": "none"})", R"({"kind": "sinusoidal"})", R"({"kind": "learned"})", R"({"kind": "rope"})",
          R"({"kind": "alibi"})", R"({"kind": "t5"})", R"({"kind": "shaw", "clip": 4})"}) {
        CAPTURE(positional);
        const std::string settings =
            R"("architecture": "decoder", "d_model": 16, "n_heads": 2, "n_layers": 2, "positional": )" +
            std::string(positional);
        Subject whole(settings);
        const Matrix logits = whole.pass(tokens).matrix("logits");
        double largest = 0;
        for (std::size_t last = 0; last < 10; ++last) {
            Subject grown(settings);
            const Matrix prefix =
                grown.pass({tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(last) + 1}).matrix("logits");
            largest = std::max(largest, difference(prefix.only(last, 1), logits.only(last, 1)));
        }
        CHECK(largest < 1e-6 * logits.largest());
        // Without a mask the keys that come later do show.
        Subject open(settings + R"(, "mask": {"kind": "none"})"), first(settings + R"(, "mask": {"kind": "none"})");
        const Matrix seen = open.pass(tokens).matrix("logits"),
                     unseen = first.pass({tokens.begin(), tokens.begin() + 5}).matrix("logits");
        CHECK(difference(seen.only(4, 1), unseen.only(4, 1)) > 0.01);
    }
}

TEST_CASE(
    "claim: who may see the next word copies it, and its loss says nothing; who may not cannot beat chance here") {
    // Random words: nothing but the answer itself tells the answer.
    const auto loss_after_training = [](const char* mask) {
        const ModelConfig config = parse_config(
            R"({"architecture": "decoder", "vocab_size": 8, "d_model": 32, "n_heads": 2, "d_ff": 32, "n_layers": 1,
                "max_seq_len": 8, "mask": {"kind": ")" +
                std::string(mask) + "\"}}",
            "a test");
        TrainOptions options;
        options.steps = 150;
        options.batch = 32;
        options.learning_rate = 1e-2;
        options.warm_up = 10;
        options.init.std = 0.2F;
        Trainer trainer(config, options, [](Random& random, Sample& sample) {
            for (int i = 0; i < 8; ++i) sample.tokens.push_back(random.below(8));
            sample.labels.assign(sample.tokens.begin() + 1, sample.tokens.end());
            sample.labels.push_back(-1);
        });
        double last = 0;
        trainer.train([&](const Trainer::Step& step) {
            last = step.loss;
            return true;
        });
        return last;
    };
    CHECK(loss_after_training("none") < 0.1);
    CHECK(loss_after_training("causal") > 0.95 * std::log(8.0));
}

TEST_CASE("claim: through the bypass a gradient arrives as it left; without it, layers that pass nothing on stop it") {
    for (const char* norm : {"layernorm", "none"}) {
        const std::string settings =
            R"("architecture": "decoder", "d_model": 16, "n_heads": 2, "n_layers": 6, "norm": ")" + std::string(norm) +
            "\"";
        const auto silent = [&](const std::string& more) {
            auto subject = std::make_unique<Subject>(settings + more);
            for (int l = 0; l < 6; ++l)
                for (const char* name : {".attn.o.weight", ".mlp.out.weight"})
                    subject->zero("blocks." + std::to_string(l) + name);
            const std::vector<float> tokens = text(9);
            subject->pass(tokens, next(tokens));
            return subject;
        };
        const auto with = silent(""), without = silent(R"(, "residual": false)");
        const Matrix above = with->gradient("blocks.5.resid_post"), below = with->gradient("blocks.0.resid_pre");
        CHECK(above.norm() > 1e-3);
        CHECK(difference(above, below) == 0);
        CHECK(without->gradient("blocks.5.resid_post").norm() > 1e-3);
        CHECK(without->gradient("blocks.0.resid_pre").norm() == 0);
    }
}

namespace {

/// Gradients by layer at the start of training: Xavier's matrices, a batch of the task that sorts digits.
std::vector<LayerGradient> gradients_at_start(NormPlacement placement, int layers, std::uint64_t seed) {
    const Task& task = require_task("sort");
    ModelConfig config = task.config;
    config.n_layers = layers;
    config.norm_placement = placement;
    config.final_norm = placement == NormPlacement::pre;
    Random random(seed);
    std::vector<Sample> samples(32);
    for (Sample& sample : samples) task.sample(random, Split::train, sample);
    const Weights weights = initial_weights(config, seed, {.matrices = MatrixInit::xavier, .scale_residual = false});
    Batch batch(config, weights, {.batch = 32, .seq_len = longest(samples).seq_len, .loss = true});
    batch.set(samples);
    batch.tape().evaluate();
    batch.tape().backward(batch.graph().loss);
    return gradient_by_layer(batch.tape().trace());
}

}  // namespace

TEST_CASE("claim: at the start, post-norm's gradients at the last block are √L times pre-norm's (Xiong et al. 2020)") {
    for (const int layers : {4, 8, 16})
        for (const std::uint64_t seed : {0, 1, 2}) {
            CAPTURE(layers);
            CAPTURE(seed);
            const std::vector<LayerGradient> pre = gradients_at_start(NormPlacement::pre, layers, seed),
                                             post = gradients_at_start(NormPlacement::post, layers, seed);
            REQUIRE(pre.size() == static_cast<std::size_t>(layers));
            REQUIRE(post.size() == pre.size());
            CHECK(post.back().output / pre.back().output == doctest::Approx(std::sqrt(layers)).epsilon(0.12));
            // And with it the gradients of the weights, at the first block the most: its input is small.
            CHECK(post.back().parameters > 1.5 * pre.back().parameters);
            CHECK(post.front().parameters > 2 * pre.front().parameters);
        }
}

TEST_CASE("claim: dot products of d numbers vary by d; unscaled, the softmax saturates and its slope vanishes") {
    struct Figures {
        double raw, scaled, entropy, slope;
    };
    const auto metrics = [](int d, bool scale) {
        // Normed rows times matrices of N(0, 1/√d): queries and keys of variance 1.
        Subject subject(R"("architecture": "encoder", "n_heads": 1, "n_layers": 1, "mlp": false, "d_model": )" +
                            std::to_string(d) + (scale ? "" : R"(, "attention_scale": "none")"),
                        {.std = static_cast<float>(1 / std::sqrt(d)), .embedding_std = 1, .scale_residual = false});
        std::vector<float> tokens = text(12);
        std::iota(tokens.begin(), tokens.end(), 0.0F);
        subject.pass(tokens);
        const ConstView weights = subject.record("blocks.0.attn.weights").view();
        return Figures{mean(score_variance(subject.record("blocks.0.attn.scores_raw").view())),
                       mean(score_variance(subject.record("blocks.0.attn.scores_scaled").view())),
                       mean(attention_entropy(weights)), mean(softmax_slope(weights))};
    };
    double entropy = INFINITY, slope = INFINITY;
    for (const int d : {16, 64, 256}) {
        CAPTURE(d);
        const Figures plain = metrics(d, false), scaled = metrics(d, true);
        CHECK(plain.raw > 0.5 * d);
        CHECK(plain.raw < 2.0 * d);
        CHECK(plain.scaled == plain.raw);
        CHECK(scaled.scaled == doctest::Approx(scaled.raw / d).epsilon(1e-5));
        CHECK(plain.entropy < 0.75 * entropy);
        CHECK(plain.slope < 0.75 * slope);
        entropy = plain.entropy;
        slope = plain.slope;
        CHECK(scaled.entropy > 0.7 * std::log(12.0));
        CHECK(scaled.slope > 0.2);
    }
    CHECK(entropy < 0.3);
    CHECK(slope < 0.1);
}

TEST_CASE("claim: without positions one head cannot tell who gave and who got; with positions it can") {
    // mary gave roses to susan / susan gave roses to mary
    const std::vector<float> one{1, 2, 3, 4, 5}, other{5, 2, 3, 4, 1};
    const auto moved = [&](const char* kind) {
        const std::string settings =
            R"("architecture": "encoder", "d_model": 16, "n_heads": 1, "n_layers": 1, "positional": {"kind": ")" +
            std::string(kind) + "\"}";
        Subject a(settings), b(settings);
        const Matrix from = a.pass(one).matrix("blocks.0.attn.out"), to = b.pass(other).matrix("blocks.0.attn.out");
        return difference(from.only(1, 3), to.only(1, 3));
    };
    CHECK(moved("none") < 1e-6);
    for (const char* kind : {"sinusoidal", "learned", "rope", "alibi"}) CHECK(moved(kind) > 1e-3);
}

TEST_CASE("claim: two layers of attention without an MLP are one linear mix of the values") {
    Subject subject(R"("architecture": "encoder", "d_model": 16, "n_heads": 1, "n_layers": 2, "mlp": false,
                       "residual": false, "norm": "none", "attention_bias": false)");
    subject.pass(text(9));
    const auto weight = [&](const char* name) { return subject.parameter(name); };
    const Matrix mix = subject.matrix("blocks.1.attn.weights") * subject.matrix("blocks.0.attn.weights");
    const Matrix value = weight("blocks.0.attn.v.weight") * weight("blocks.0.attn.o.weight") *
                         weight("blocks.1.attn.v.weight") * weight("blocks.1.attn.o.weight");
    const Matrix expected = mix * subject.matrix("blocks.0.resid_pre") * value,
                 out = subject.matrix("blocks.1.attn.out");
    CHECK(difference(out, expected) < 1e-5 * expected.largest());
    for (std::size_t row = 0; row < mix.rows; ++row) {
        const Matrix of = mix.only(row, 1);
        CHECK(std::accumulate(of.values.begin(), of.values.end(), 0.0) == doctest::Approx(1).epsilon(1e-5));
    }
}

TEST_CASE("claim: attention alone is linear in the values once its weights stand; an MLP is not") {
    // Queries of zero: every key gets the same, whatever the tokens are.
    const auto out = [](bool mlp, float sign) {
        Subject subject(R"("architecture": "encoder", "d_model": 16, "n_heads": 2, "n_layers": 3, "norm": "none",
                           "positional": {"kind": "none"}, "mlp": )" +
                        std::string(mlp ? "true" : "false"));
        for (int l = 0; l < 3; ++l) subject.zero("blocks." + std::to_string(l) + ".attn.q.weight");
        subject.change("embed.tokens.weight", [&](float before, std::size_t) { return sign * before; });
        return subject.pass(text(6)).matrix(mlp ? "blocks.2.resid_post" : "blocks.2.resid_mid");
    };
    const auto sum = [](Matrix a, const Matrix& b) {
        for (std::size_t i = 0; i < a.values.size(); ++i) a.values[i] += b.values[i];
        return a;
    };
    const Matrix attention = out(false, 1), with_mlp = out(true, 1);
    CHECK(sum(attention, out(false, -1)).largest() < 1e-6 * attention.largest());
    CHECK(sum(with_mlp, out(true, -1)).largest() > 0.1 * with_mlp.largest());
}

TEST_CASE("claim: without the bypass tokens grow alike with depth, at random weights with an MLP as without one") {
    const auto similarity = [](bool mlp, bool residual, int depth) {
        Subject subject(R"("architecture": "encoder", "d_model": 32, "n_heads": 2, "n_layers": 8,
                           "positional": {"kind": "none"}, "mlp": )" +
                            std::string(mlp ? "true" : "false") + R"(, "residual": )" + (residual ? "true" : "false"),
                        {.std = 0.1F, .embedding_std = 1, .scale_residual = false});
        subject.pass({1, 2, 3, 4, 5, 6, 7, 8});
        const std::string block = "blocks." + std::to_string(depth) + ".";
        return token_similarity(subject.record(block + (mlp ? "resid_post" : "resid_mid")).view());
    };
    for (const bool mlp : {false, true}) {
        CAPTURE(mlp);
        CHECK(similarity(mlp, false, 0) < 0.99);
        CHECK(similarity(mlp, false, 2) > 0.9999);
        CHECK(similarity(mlp, true, 7) < 0.5);
    }
}

TEST_CASE(
    "claim: a recurrent network's gradient is a product over the steps: it vanishes or explodes with the distance") {
    // W_h = s · 1 and states near zero, where tanh has slope 1: each step multiplies by s.
    const int n = 20;
    const auto norms = [&](float s) {
        Subject subject(R"("architecture": "recurrent", "d_model": 8, "n_layers": 1,
                           "recurrent": {"cell": "rnn", "d_hidden": 8})");
        subject.change("rnn.0.recurrent.weight", [&](float, std::size_t i) { return i / 8 == i % 8 ? s : 0.0F; });
        subject.change("embed.tokens.weight", [](float before, std::size_t) { return 1e-4F * before; });
        for (const char* name : {"rnn.0.input.bias", "rnn.0.recurrent.bias"}) subject.zero(name);
        const std::vector<float> tokens = text(n);
        std::vector<float> labels(tokens.size(), -1);
        labels.back() = 4;
        subject.pass(tokens, labels);
        return row_norms(subject.record("rnn.0.input").gradient_view());
    };
    for (const float s : {0.5F, 1.0F, 1.3F}) {
        CAPTURE(s);
        const std::vector<double> by_step = norms(s);
        REQUIRE(by_step.back() > 1e-3);
        for (int t = 0; t < n; ++t)
            CHECK(by_step[static_cast<std::size_t>(t)] / by_step.back() ==
                  doctest::Approx(std::pow(static_cast<double>(s), n - 1 - t)).epsilon(0.01));
    }
    // Attention reaches the first token as directly as the last.
    Subject transformer(R"("architecture": "decoder", "d_model": 16, "n_heads": 2, "n_layers": 1,
                           "positional": {"kind": "none"})");
    std::vector<float> labels(static_cast<std::size_t>(n), -1);
    labels.back() = 4;
    transformer.pass(std::vector<float>(static_cast<std::size_t>(n), 5.0F), labels);
    const std::vector<double> rows = row_norms(transformer.record("embed").gradient_view());
    CHECK(rows.front() == doctest::Approx(rows[n - 2]).epsilon(1e-3));
    CHECK(rows.front() > 1e-6);
}

TEST_CASE("gradients by layer are the norms of their parts, shared weights count once, and need a backward pass") {
    Subject subject(R"("architecture": "decoder", "d_model": 8, "n_heads": 2, "n_layers": 2)");
    const std::vector<float> tokens = text(6);
    subject.pass(tokens, next(tokens));
    const std::vector<LayerGradient> layers = gradient_by_layer(subject.tape.trace());
    REQUIRE(layers.size() == 2);
    CHECK(layers[1].output == doctest::Approx(subject.gradient("blocks.1.resid_post").norm()).epsilon(1e-6));
    double squares = 0;
    for (const Parameter& parameter : subject.weights.parameters)
        if (parameter.name.starts_with("blocks.1.")) squares += subject.gradient(parameter.name).squares();
    CHECK(layers[1].parameters == doctest::Approx(std::sqrt(squares)).epsilon(1e-6));
    CHECK(squares > 0);

    Subject network(R"("architecture": "recurrent", "d_model": 8, "n_layers": 2,
                       "recurrent": {"cell": "lstm", "d_hidden": 8})");
    network.pass(tokens, next(tokens));
    const std::vector<LayerGradient> steps = gradient_by_layer(network.tape.trace());
    REQUIRE(steps.size() == 2);
    CHECK(steps[0].layer == "rnn.0");
    CHECK(steps[0].output == doctest::Approx(network.gradient("rnn.0.hidden").norm()).epsilon(1e-6));

    Subject forward(R"("architecture": "decoder", "d_model": 8, "n_heads": 2, "n_layers": 1)");
    forward.pass(tokens);
    CHECK_THROWS_AS(gradient_by_layer(forward.tape.trace()), Error);
}

TEST_SUITE_END();
