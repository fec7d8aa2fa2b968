// What models of the Hugging Face hub have beside the models here: segments, heads, shared tables, scaled rotations,
// models without logits. Their numbers are held against PyTorch by the golden models; here is what goldens cannot show.
#include <doctest/doctest.h>

#include <cmath>

#include "core/analysis/contributions.h"
#include "core/analysis/logit_lens.h"
#include "core/generate/key_value_cache.h"
#include "core/model/graph.h"
#include "core/model/model.h"
#include "core/ops/rope_scaling.h"
#include "core/session/evaluation.h"
#include "tests/support/evaluated_model.h"
#include "tests/support/support.h"

using namespace glassformer;
using test::EvaluatedModel;

namespace {

const std::vector<float> six_tokens{3, 0, 7, 10, 7, 1};

std::string made(const std::string& more) {
    return R"({"vocab_size": 11, "max_seq_len": 9, "n_layers": 2, "d_model": 8, "n_heads": 2, )" + more + "}";
}

double largest_difference(const ConstView& a, const ConstView& b) {
    REQUIRE(a.shape.count() == b.shape.count());
    double most = 0;
    for (std::size_t i = 0; i < a.shape.count(); ++i)
        most = std::max(most, std::abs(static_cast<double>(a.data[i]) - static_cast<double>(b.data[i])));
    return most;
}

/// Both models from the weights of the first, by name.
Weights shared_weights(const EvaluatedModel& from, const std::string& settings) {
    Weights weights;
    for (const ParameterShape& shape : parameter_shapes(parse_config(settings, "a test"))) {
        const Parameter* found = from.weights.find(shape.name);
        REQUIRE_MESSAGE(found != nullptr, shape.name);
        weights.parameters.push_back(*found);
    }
    return weights;
}

}  // namespace

TEST_SUITE_BEGIN("model_variants");

TEST_CASE("a model without a head ends with its pooler, and computes what the classifier does until there") {
    const char* pooler = R"("architecture": "encoder", "token_types": 2, "embed_norm": true, "norm_placement": "post",
        "head": {"kind": "%", "pooling": "cls", "transform": {"activation": "tanh"}, "n_classes": 3})";
    const auto with = [&](const char* kind) {
        std::string text = pooler;
        return made(text.replace(text.find('%'), 1, kind));
    };
    const EvaluatedModel classifier(with("classifier"), six_tokens);
    const Weights weights = shared_weights(classifier, with("none"));
    const EvaluatedModel none(with("none"), six_tokens, {}, &weights);
    CHECK_FALSE(none.graph.logits);
    CHECK_FALSE(none.graph.probs);
    CHECK(none.tape.trace().find("logits") < 0);
    for (const char* name : {"blocks.1.norm2", "pooled", "head.dense", "head.act"})
        CHECK(largest_difference(none.view(name), classifier.view(name)) == 0);
    CHECK(none.tape.trace().stages().back() == none.record("head.act").id);
    CHECK(none.view("head.act").shape.rank() == 1);

    Tape tape;
    CHECK_THROWS_WITH_AS(record_model(tape, none.config, none.weights, {.seq_len = 3, .loss = true}),
                         "this model has no output matrix (\"head\" is \"none\"), so there are no logits, no "
                         "probabilities and no loss",
                         Error);
    CHECK_THROWS_AS(static_cast<void>(contributions(none.tape.trace(), 0, 0)), Error);
    CHECK_THROWS_AS(static_cast<void>(logit_lens(none.tape.trace(), {})), Error);
}

TEST_CASE("a bare decoder has hidden states only, and no cache and no next token") {
    const EvaluatedModel bare(made(R"("architecture": "decoder", "head": {"kind": "none"})"), six_tokens);
    CHECK(bare.tape.trace().stages().back() == bare.record("final_norm").id);
    CHECK_FALSE(predicts_next_token(bare.config));
    CHECK(answer_count(bare.config) == 0);
    CHECK_THROWS_AS(KeyValueCache(bare.config, bare.weights, nullptr), Error);
}

TEST_CASE("the type of a token adds its row of the table, which is 0's where nothing is said") {
    const std::string settings = made(R"("architecture": "encoder", "token_types": 3)");
    const auto model = std::make_shared<Model>();
    model->config = parse_config(settings, "a test");
    model->weights = initial_weights(model->config, 3, {.std = 0.4F});
    const auto run = [&](const std::vector<int>& types) {
        return evaluate_once(model, {.model = "", .text = "3 0 7 10", .target = "", .edits = {}, .token_types = types});
    };
    const auto plain = run({}), zeros = run({0, 0, 0, 0}), mixed = run({2, 1});
    const auto view = [](const Evaluation& of, const char* name) {
        return of.trace().record(of.trace().find(name)).view();
    };
    CHECK(largest_difference(view(*plain, "logits"), view(*zeros, "logits")) == 0);
    const ConstView table = view(*mixed, "embed.types.weight"), rows = view(*mixed, "embed.types");
    const std::array<int, 4> expected{2, 1, 0, 0};
    for (std::size_t t = 0; t < expected.size(); ++t)
        for (int c = 0; c < 8; ++c) CHECK(rows.row(t)[c] == table.row(static_cast<std::size_t>(expected[t]))[c]);
    CHECK(largest_difference(view(*plain, "logits"), view(*mixed, "logits")) > 1e-3);
    CHECK_THROWS_WITH_AS(static_cast<void>(run({0, 3})),
                         "token type 3 at position 1 is none of the model's 3 (\"token_types\")", Error);

    const Inputs inputs{.model = "m", .text = "3 0", .target = "", .edits = {}, .token_types = {0, 2}};
    CHECK(inputs_from_text(to_text(inputs)) == inputs);
    CHECK_THROWS_AS(static_cast<void>(inputs_from_text(R"({"model": "m", "text": "", "token_types": [0, -1]})")),
                    Error);
}

TEST_CASE("a table that source, target and head share is one parameter, whose gradient is the sum of all three") {
    const std::string pair = R"("architecture": "encoder_decoder", "tie_embeddings": true)";
    const std::string settings = made(pair + R"(, "shared_embeddings": true)"), apart = made(pair);
    const ModelConfig one = parse_config(settings, "a test"), two = parse_config(apart, "a test");
    const Weights weights = initial_weights(one, 7, {.std = 0.4F});
    Weights doubled;
    for (const ParameterShape& shape : parameter_shapes(two)) {
        const bool copy = shape.name == "decoder.embed.tokens.weight";
        Parameter parameter = *weights.find(copy ? "encoder.embed.tokens.weight" : shape.name);
        parameter.name = shape.name;
        doubled.parameters.push_back(parameter);
    }
    const std::vector<float> target{1, 4, 4, 6}, labels{4, 4, 6, -1};
    const auto run = [&](Tape& tape, const ModelConfig& config, const Weights& of) {
        const Graph graph = record_model(tape, config, of, {.seq_len = 6, .target_len = 4, .loss = true});
        tape.set(graph.tokens, six_tokens);
        tape.set(graph.target_tokens, target);
        tape.set(graph.labels, labels);
        REQUIRE(tape.evaluate());
        REQUIRE(tape.backward(graph.loss));
    };
    Tape shared, separate;
    run(shared, one, weights);
    run(separate, two, doubled);
    const auto gradient = [](const Tape& tape, const char* name) {
        return tape.trace().record(tape.trace().find(name)).gradient_view();
    };
    const ConstView sum = gradient(shared, "encoder.embed.tokens.weight"),
                    source = gradient(separate, "encoder.embed.tokens.weight"),
                    tied = gradient(separate, "decoder.embed.tokens.weight");
    for (std::size_t i = 0; i < sum.shape.count(); ++i)
        CHECK(sum.data[i] == doctest::Approx(source.data[i] + tied.data[i]).epsilon(1e-4));
    CHECK(shared.trace().find("decoder.embed.tokens.weight") < 0);
    CHECK(shared.trace().find("decoder.embed.tokens") >= 0);
}

TEST_CASE("attention and MLP side by side: both are added to the block's input, and each part of the sum is said") {
    const EvaluatedModel model(made(R"("architecture": "decoder", "parallel_residual": true)"), six_tokens);
    CHECK(model.tape.trace().find("blocks.0.resid_mid") < 0);
    const ConstView sum = model.view("blocks.1.resid_post"), in = model.view("blocks.1.resid_pre"),
                    attended = model.view("blocks.1.attn.out"), neurons = model.view("blocks.1.mlp.out");
    for (std::size_t i = 0; i < sum.shape.count(); ++i)
        CHECK(sum.data[i] == doctest::Approx(in.data[i] + attended.data[i] + neurons.data[i]));
    const Contributions parts = contributions(model.tape.trace(), 5, 2);
    CHECK(parts.sum == doctest::Approx(parts.recorded).epsilon(1e-4));
    CHECK(logit_lens(model.tape.trace(), {.words = 1}).size() == 3);
}

TEST_CASE(
    "contributions pass through the factor, the projection and the segments, and stop at an activation function") {
    const EvaluatedModel narrow(
        made(R"("architecture": "encoder", "token_types": 2, "embed_norm": true, "d_embed": 5, "logit_scale": 0.5)"),
        six_tokens);
    const Contributions parts = contributions(narrow.tape.trace(), 2, 4);
    CHECK(parts.sum == doctest::Approx(parts.recorded).epsilon(1e-4));
    bool segments = false;
    for (const Contribution& part : parts.parts) segments |= part.part == Contribution::Part::segments;
    CHECK(segments);
    const EvaluatedModel dense(
        made(R"("architecture": "encoder", "head": {"kind": "lm", "transform": {"activation": "gelu"}})"), six_tokens);
    CHECK_THROWS_AS(static_cast<void>(contributions(dense.tape.trace(), 2, 4)), Error);
    const auto layers = logit_lens(dense.tape.trace(), {.words = 11, .position = 2});
    for (const LensWord& word : layers.back().rows.front().words)
        CHECK(word.logit == doctest::Approx(dense.view("logits").row(2)[word.token]));
}

TEST_CASE("rotations that depend on the length allow no cache beyond the original length") {
    const std::string rope = R"("architecture": "decoder", "positional": {"kind": "rope", "scaling":
        {"kind": "dynamic", "factor": 2, "original_max_seq_len": %}})";
    const auto config = [&](const char* length) {
        std::string text = rope;
        return parse_config(made(text.replace(text.find('%'), 1, length)), "a test");
    };
    const ModelConfig longer = config("4"), within = config("9");
    const Weights weights = initial_weights(longer, 1);
    CHECK_THROWS_WITH_AS(KeyValueCache(longer, weights, nullptr),
                         "with \"scaling\" of kind \"dynamic\" every rotation changes with the length of the text, so "
                         "this model cannot use a KV cache",
                         Error);
    CHECK_NOTHROW(KeyValueCache(within, weights, nullptr));
    Tape tape, other;
    CHECK_NOTHROW(record_model(tape, longer, weights, {.seq_len = 2, .past = 2}));
    CHECK_THROWS_AS(record_model(other, longer, weights, {.seq_len = 2, .past = 3}), Error);
}

TEST_CASE("a cache of keys gives the logits of the whole text, side by side and with scaled rotations") {
    for (
        const char* more :
        {R"("parallel_residual": true)", R"("embed_norm": true, "d_embed": 3, "tie_embeddings": true)",
         R"("positional": {"kind": "rope", "base": 50, "scaling": {"kind": "yarn", "factor": 4, "original_max_seq_len": 4}})",
         R"("positional": {"kind": "t5", "shared": true})", R"("positional": {"kind": "sinusoidal", "layout": "half"})",
         R"("head": {"kind": "lm", "transform": {"activation": "relu2", "norm": true}}, "attention_out_bias": false)"}) {
        CAPTURE(more);
        const EvaluatedModel model(made(R"("architecture": "decoder", )" + std::string(more)), six_tokens);
        KeyValueCache cache(model.config, model.weights, nullptr);
        const std::vector<int> ids(six_tokens.begin(), six_tokens.end());
        std::vector<float> logits;
        for (std::size_t count = 1; count <= ids.size(); ++count)
            logits = cache.next_logits(std::span<const int>(ids).first(count));
        const ConstView whole = model.view("logits");
        for (std::size_t token = 0; token < logits.size(); ++token)
            CHECK(logits[token] == doctest::Approx(whole.row(5)[token]).epsilon(1e-4));
    }
}

TEST_CASE("scaled frequencies: the values of their definitions") {
    // By hand: base 100, 4 pairs: 1, 0.31623, 0.1, 0.031623.
    const auto of = [](const RopeScaling& scaling, int length = 10) {
        return scaled_frequencies(scaling, 100, 8, 16, length);
    };
    CHECK(of({})[1] == doctest::Approx(0.316228));
    CHECK(of({.kind = RopeScalingKind::linear, .factor = 4})[2] == doctest::Approx(0.025));
    const RopeScaling dynamic{.kind = RopeScalingKind::dynamic, .factor = 2, .original_max_seq_len = 8};
    CHECK(of(dynamic, 8) == of({}));
    // base · (2·12/8 - 1)^(8/6) = 100 · 2^(4/3) = 251.98
    CHECK(of(dynamic, 12)[3] == doctest::Approx(std::pow(251.98421, -0.75)));
    // Wavelengths 6.28, 19.9, 62.8, 198.7 against 32 / 4 = 8 and 32 / 1: kept; (32/19.87 - 1)/3 = 0.20352; divided;
    // divided.
    const std::vector<double> llama = of({.kind = RopeScalingKind::llama3, .factor = 4, .original_max_seq_len = 32});
    CHECK(llama[0] == doctest::Approx(1));
    CHECK(llama[1] == doctest::Approx(0.203517 * 0.316228 + 0.796483 * 0.316228 / 4).epsilon(1e-4));
    CHECK(llama[3] == doctest::Approx(0.0316228 / 4));
    // c(1) = 8 ln(64 / 2π) / (2 ln 100) = 2.0159 -> 3, c(8) = 0.2098 -> 0: ramp 0, 1/3, 2/3, 1.
    const RopeScaling yarn{.kind = RopeScalingKind::yarn, .factor = 2, .original_max_seq_len = 64, .beta_fast = 8};
    CHECK(of(yarn)[0] == doctest::Approx(1));
    CHECK(of(yarn)[1] == doctest::Approx(0.316228 * (1.0 / 6 + 2.0 / 3)));
    CHECK(of(yarn)[3] == doctest::Approx(0.0316228 / 2));
    CHECK(rotary_factor(yarn) == doctest::Approx(1 + 0.1 * std::log(2.0)));
    CHECK(rotary_factor({.kind = RopeScalingKind::yarn, .factor = 2, .attention_factor = 1.5}) == 1.5);
    CHECK(rotary_factor({.kind = RopeScalingKind::yarn, .factor = 1}) == 1);
    CHECK(rotary_factor(dynamic) == 1);
}

TEST_SUITE_END();
