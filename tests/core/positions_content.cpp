// Queries, keys and learned tables of real heads: at the tokens' own places the laboratory must show what the model
// computed.
#include "core/positions/content.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "core/base/error.h"
#include "core/io/model_folder.h"
#include "core/positions/column.h"
#include "core/tensor/head_layout.h"
#include "tests/support/evaluated_model.h"

using namespace glassformer;
using namespace glassformer::positions;

namespace {

struct Read {
    test::EvaluatedModel evaluated;
    Model model;

    explicit Read(const std::string& keys)
        : evaluated(R"({"architecture": "decoder", "vocab_size": 11, "d_model": 16, "n_heads": 4, "n_layers": 2,
                        "max_seq_len": 9, )" +
                        keys + "}",
                    {3, 1, 4, 1, 5, 9, 2}) {
        model.name = "a test";
        model.config = evaluated.config;
        model.weights = evaluated.weights;
        // Norms that do something: as they start, they are 1 and 0.
        for (Parameter& parameter : model.weights.parameters)
            if (parameter.name.find("norm1") != std::string::npos) {
                float* data = evaluated.memory(parameter.name);
                for (std::size_t i = 0; i < parameter.shape.count(); ++i)
                    data[i] += 0.3F * std::sin(static_cast<float>(i) + data[i]);
            }
        evaluated.tape.invalidate();
        REQUIRE(evaluated.tape.evaluate());
    }
    const Trace& trace() const { return evaluated.tape.trace(); }
};

/// content + p W of the row that a model adds at the position, against the model's own q or k.
double difference(const Tensor& without, const Tensor& weight, const float* position, const float* models) {
    double largest = 0;
    for (std::size_t c = 0; c < without.data.size(); ++c) {
        double sum = static_cast<double>(without.data[c]);
        for (std::size_t r = 0; position != nullptr && r < weight.shape.rows(); ++r)
            sum += static_cast<double>(position[r]) * static_cast<double>(weight.view().row(r)[c]);
        largest = std::max(largest, std::abs(sum - static_cast<double>(models[c])));
    }
    return largest;
}

}  // namespace

TEST_SUITE_BEGIN("positions_content");

TEST_CASE("q and k of a head, with what the model's positions add to them, are those of the trace") {
    for (const char* keys :
         {R"("positional": {"kind": "sinusoidal"})", R"("positional": {"kind": "learned"})",
          R"("positional": {"kind": "one_hot"})",
          R"("positional": {"kind": "sinusoidal", "combine": "append", "dims": 6})",
          R"("positional": {"kind": "learned"}, "norm": "rmsnorm", "n_kv_heads": 2)",
          R"("positional": {"kind": "learned"}, "norm": "none", "scale_embeddings": true)",
          R"("positional": {"kind": "learned"}, "norm_eps": 0.1, "norm_eps_placement": "added_to_std")",
          R"("positional": {"kind": "learned"}, "norm_placement": "post")",
          R"("positional": {"kind": "learned"}, "attention_projections": false)",
          R"("positional": {"kind": "learned"}, "shared_layers": true)",
          R"("positional": {"kind": "learned"}, "residual": false)", R"("positional": {"kind": "rope"})",
          R"("positional": {"kind": "none"}, "attention_bias": false)"}) {
        CAPTURE(keys);
        const Read read(keys);
        const ModelConfig& config = read.model.config;
        for (const int block : {0, 1})
            for (const int head : {0, 3}) {
                const HeadRef place{.site = {.stack = Stack::only, .block = block}, .head = head};
                const TokenPair tokens{.query = 5, .key = 2};
                const Content content = content_of(read.model, read.trace(), place, tokens);
                const bool added = config.positional.kind->added != nullptr;
                const bool carried = block == 0 || (config.residual && config.norm_placement == NormPlacement::pre);
                CHECK(content.positions_removed == (added && carried));

                Settings settings = settings_of(config, head);
                settings.n_positions = 7;
                EncodingTables encoding;
                encode(settings, learned_of(read.model, place), encoding);
                const Tensor* rows = content.positions_removed ? added_rows(settings, encoding) : nullptr;
                const auto position = [&](int row) {
                    return rows == nullptr ? nullptr : rows->view().row(static_cast<std::size_t>(row));
                };
                const std::string prefix = "blocks." + std::to_string(block) + ".attn.";
                const ConstView q = read.evaluated.view(prefix + "q"), k = read.evaluated.view(prefix + "k");
                const int kv = kv_head(head, config.n_heads, config.n_kv_heads);
                CHECK(difference(content.query, content.query_weight, position(tokens.query),
                                 q.data + q.shape.offset({{head, tokens.query, 0}})) < 2e-5);
                CHECK(difference(content.key, content.key_weight, position(tokens.key),
                                 k.data + k.shape.offset({{kv, tokens.key, 0}})) < 2e-5);
            }
    }
}

TEST_CASE("at the tokens' own places the laboratory's score is the model's") {
    for (const char* keys :
         {R"("positional": {"kind": "sinusoidal"})", R"("positional": {"kind": "learned"}, "attention_temperature": 2)",
          R"("positional": {"kind": "one_hot"}, "attention_scale": "none")",
          R"("positional": {"kind": "rope", "base": 50, "layout": "half", "rotary_dims": 2})",
          R"("positional": {"kind": "alibi"})", R"("positional": {"kind": "t5", "buckets": 4, "max_distance": 6})",
          R"("positional": {"kind": "shaw", "clip": 2})", R"("positional": {"kind": "transformer_xl", "base": 20})",
          R"("positional": {"kind": "fire", "hidden": 6, "threshold": 3})", R"("positional": {"kind": "xpos"})",
          R"("positional": {"kind": "none"})"}) {
        CAPTURE(keys);
        const Read read(keys);
        const HeadRef place{.site = {.stack = Stack::only, .block = 1}, .head = 2};
        const TokenPair tokens{.query = 5, .key = 1};
        Settings settings = settings_of(read.model.config, place.head);
        settings.n_positions = 7;
        Column column;
        compute(settings, learned_of(read.model, place), content_of(read.model, read.trace(), place, tokens), column);
        const PositionalKind& kind = *read.model.config.positional.kind;
        const ConstView scores = read.evaluated.view(std::string("blocks.1.attn.") +
                                                     (kind.bias != nullptr ? "scores_biased" : "scores_scaled"));
        CHECK(ConstView(column.scores.map.view()).at({{5, 1}}) ==
              doctest::Approx(scores.at({{place.head, 5, 1}})).epsilon(2e-5));
    }
}

TEST_CASE("a head or a token that is not there is refused in a sentence") {
    const Read read(R"("positional": {"kind": "learned"})");
    CHECK_THROWS_WITH_AS(content_of(read.model, read.trace(), {.site = {.block = 0}, .head = 4}, {}),
                         "the model has no head 4: it has 4", Error);
    CHECK_THROWS_WITH_AS(content_of(read.model, read.trace(), {.site = {.block = 2}, .head = 0}, {}),
                         "the trace has no stage blocks.2.resid_pre", Error);
    CHECK_THROWS_WITH_AS(content_of(read.model, read.trace(), {.site = {.block = 0}, .head = 0}, {.query = 7}),
                         "the text has no token 7: it has 7", Error);
    ModelConfig recurrent = parse_config(
        R"({"architecture": "recurrent", "vocab_size": 4, "d_model": 3, "n_layers": 1, "max_seq_len": 5,
            "recurrent": {"cell": "rnn", "d_hidden": 3}})",
        "a test");
    CHECK_THROWS_WITH_AS(settings_of(recurrent, 0), "the model has no attention, so it has no queries and keys", Error);
    // Attention that knows no positions is not denied.
    recurrent.recurrent.attention = RecurrentAttention::additive;
    CHECK_THROWS_WITH_AS(settings_of(recurrent, 0), doctest::Contains("attention has no positions to encode"), Error);
    recurrent.recurrent.attention = RecurrentAttention::none;
    recurrent.architecture = Architecture::lookup;
    CHECK_THROWS_WITH_AS(settings_of(recurrent, 0), doctest::Contains("fixed table"), Error);
}

TEST_SUITE_END();
