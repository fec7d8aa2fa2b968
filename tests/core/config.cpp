#include "core/model/config.h"

#include <doctest/doctest.h>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/model/graph.h"
#include "core/model/mask.h"
#include "core/model/positional.h"
#include "core/model/weights.h"
#include "core/ops/activation_table.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
using json = nlohmann::json;

namespace {

json small() {
    return {{"model_type", "glassformer"},
            {"architecture", "decoder"},
            {"vocab_size", 5},
            {"d_model", 8},
            {"n_heads", 2},
            {"n_layers", 2},
            {"max_seq_len", 6}};
}
json small(const std::string& key, const json& value) {
    json config = small();
    config[key] = value;
    return config;
}
json parameter_free(const json& more) {
    json config = small("attention_projections", false);
    config.update(more);
    return config;
}
json fourth_root(const json& positional) {
    json config = small("attention_scale", "qk_fourth_root");
    config["positional"] = positional;
    return config;
}
/// A soft look-up table with these keys under "lookup".
json soft_table(const json& keys) {
    return {{"architecture", "lookup"}, {"vocab_size", 5}, {"d_model", 4}, {"max_seq_len", 6}, {"lookup", keys}};
}
ModelConfig parse(const json& config) { return parse_config(config.dump(), "config.json"); }

const ParameterShape* find(const std::vector<ParameterShape>& parameters, const std::string& name) {
    for (const ParameterShape& parameter : parameters)
        if (parameter.name == name) return &parameter;
    return nullptr;
}

std::string names(const json& config) {
    std::string all;
    for (const ParameterShape& parameter : parameter_shapes(parse(config))) all += parameter.name + " ";
    return all;
}

/// The symbols of all parameters, in their order.
std::string symbols(const json& config) {
    std::string all;
    for (const ParameterShape& parameter : parameter_shapes(parse(config))) all += parameter.symbol + " ";
    return all;
}

}  // namespace

TEST_SUITE_BEGIN("config");

TEST_CASE("missing keys take the documented defaults") {
    const ModelConfig config = parse(small());
    CHECK(config.target_vocab_size == 5);
    CHECK(config.n_kv_heads == 2);
    CHECK(config.d_head == 4);
    CHECK(config.d_ff == 32);
    CHECK(config.n_decoder_layers == 2);
    CHECK(config.norm == Norm::layernorm);
    CHECK(config.norm_placement == NormPlacement::pre);
    CHECK(config.norm_eps == 1e-5F);
    CHECK(config.final_norm);
    CHECK(config.activation->name == "gelu");
    CHECK(config.positional.kind->name == "learned");
    CHECK(config.mask.kind->name == "causal");
    CHECK(config.attention_bias);
    CHECK(config.mlp_bias);
    CHECK_FALSE(config.head_bias);
    CHECK_FALSE(config.head.classifier);
    CHECK(parse(small("architecture", "encoder")).mask.kind->name == "none");
    CHECK_FALSE(parse(small("norm_placement", "post")).final_norm);
    CHECK(parse(small("positional", {{"kind", "rope"}})).positional.rotary_dims == 4);
    CHECK(parse(small("architecture", "encoder_decoder")).n_decoder_layers == 2);
}

TEST_CASE("a config written and read back is the same") {
    std::vector<json> configs{small()};
    configs.push_back(small("positional", {{"kind", "rope"}, {"base", 500.5}, {"rotary_dims", 2}, {"layout", "half"}}));
    configs.push_back(
        small("positional",
              {{"kind", "xpos"}, {"base", 10000.0}, {"xpos_scale", 20.5}, {"rotary_dims", 4}, {"layout", "half"}}));
    configs.push_back(small("positional", {{"kind", "t5"}, {"buckets", 8}, {"max_distance", 20}}));
    configs.push_back(small("positional", {{"kind", "fire"}, {"hidden", 8}, {"threshold", 5}}));
    configs.push_back(small("positional", {{"kind", "shaw"}, {"clip", 3}}));
    configs.push_back(small("mask", {{"kind", "window"}, {"window", 3}}));
    configs.push_back(small("mask", {{"kind", "dilated"}, {"window", 5}}));
    configs.push_back(small("mask", {{"kind", "fixed"}, {"stride", 2}}));
    configs.push_back(small("mask", {{"kind", "prefix"}, {"prefix", 2}}));
    configs.push_back(small("head", {{"kind", "classifier"}, {"n_classes", 3}, {"pooling", "cls"}}));
    configs.push_back(small("head", {{"kind", "classifier"}, {"n_classes", 3}, {"pooling", "weighted"}}));
    configs.push_back(small("head", {{"kind", "classifier"}, {"n_classes", 1}, {"pooling", "mean"}, {"softmax", false}}));
    configs.push_back(small("head", {{"kind", "classifier"}, {"n_classes", 3}, {"pooling", "query"}}));
    configs.push_back(small("mask", {{"kind", "segments"}, {"segment", 2}}));
    configs.push_back(small("positional", {{"kind", "learned"}, {"combine", "append"}, {"dims", 3}}));
    configs.push_back(small("positional", {{"kind", "sinusoidal"}, {"base", 50}, {"combine", "append"}, {"dims", 5}}));
    configs.push_back(small("positional", {{"kind", "one_hot"}}));
    configs.push_back(small("positional", {{"kind", "transformer_xl"}, {"base", 99.5}}));
    configs.push_back(small("attention_scale", "qk_fourth_root"));
    configs.push_back(small("attention_temperature", 0.1));
    configs.push_back(parameter_free({{"d_head", 4}}));
    configs.push_back(soft_table({{"entries", 3}, {"hardness", 0.1}}));
    configs.push_back(
        small("tokenizer", {{"kind", "words"}, {"lowercase", true}, {"split", {"n't"}}, {"unknown", "<unk>"}}));
    configs.push_back(small("tokenizer", {{"split_front", {"l'"}}, {"start", "<bos>"}, {"end", "<eos>"}}));
    configs.push_back(small("positional", {{"kind", "t5"}, {"buckets", 8}, {"max_distance", 20}, {"shared", true}}));
    configs.push_back(small("positional", {{"kind", "sinusoidal"}, {"base", 50.0}, {"layout", "half"}}));
    configs.push_back(small("architecture", "encoder_decoder"));
    configs.back()["n_cross_heads"] = 1;
    json other = small("architecture", "encoder_decoder");
    other.update({{"target_vocab_size", 7},
                  {"n_kv_heads", 1},
                  {"d_head", 3},
                  {"d_ff", 5},
                  {"n_decoder_layers", 1},
                  {"norm", "rmsnorm"},
                  {"norm_placement", "post"},
                  {"norm_eps", 1e-6},
                  {"final_norm", true},
                  {"norm_eps_placement", "added_to_std"},
                  {"activation", "silu"},
                  {"gated_mlp", true},
                  {"residual", false},
                  {"attention_scale", "none"},
                  {"attention_bias", false},
                  {"mlp_bias", false},
                  {"head_bias", true},
                  {"scale_embeddings", true},
                  {"tie_embeddings", true},
                  {"shared_layers", true}});
    configs.push_back(other);
    for (const json& config : configs) {
        const ModelConfig parsed = parse(config);
        const std::string text = config_json(parsed);
        INFO(text);
        CHECK(parse_config(text, "written") == parsed);
        for (const auto& [key, value] : config.items()) CHECK(json::parse(text).at(key) == value);
    }
}

TEST_CASE("a wrong config is refused in a sentence with file, key and value") {
    struct Wrong {
        json config;
        const char* complaint;
    };
    json without = small();
    without.erase("d_model");
    json wide = small("d_head", 1 << 20);
    wide["n_heads"] = 1 << 20;
    const auto pair = [](const char* key, int value) {
        json config = small("architecture", "encoder_decoder");
        config[key] = value;
        return config;
    };
    json shared_keys = pair("n_cross_heads", 4);
    shared_keys["n_kv_heads"] = 1;
    json huge = small("d_model", 1 << 20);
    huge["n_layers"] = 1024;
    const std::vector<Wrong> table{
        {json::array(), "config.json must hold a JSON object, not a list"},
        {without, "\"d_model\" is missing"},
        {small("n_heads", 0), "\"n_heads\" must be between 1 and 1048576, got 0"},
        {small("n_heads", "two"), "\"n_heads\" must be a whole number, not the text \"two\""},
        {small("n_heads", 2.5), "\"n_heads\" must be a whole number, not the number 2.5"},
        {small("n_heads", 3), "\"d_model\" 8 is not divisible by \"n_heads\" 3"},
        {small("d_model", 1000000000), "\"d_model\" must be between 1 and 1048576, got 1000000000"},
        {small("d_model", 18446744073709551615U),
         "\"d_model\" must be between 1 and 1048576, got 18446744073709551615"},
        {small("n_layers", 1025), "\"n_layers\" must be between 1 and 1024, got 1025"},
        {small("vocab_size", -4), "\"vocab_size\" must be between 1 and 16777216, got -4"},
        {small("n_kv_heads", 3), "\"n_kv_heads\" 3 does not divide \"n_heads\" 2"},
        {small("n_cross_heads", 1), "n_cross_heads"},  // where there is no cross-attention
        {pair("n_cross_heads", 3), "\"n_cross_heads\" 3 does not divide \"n_heads\" · \"d_head\", which is 8"},
        {shared_keys, "\"n_cross_heads\" must be \"n_heads\" 2 where heads share keys (\"n_kv_heads\" 1), got 4"},
        {small("tokenizer", {{"split_front", {""}}}), "must not hold an empty beginning"},
        {wide, "\"d_head\" 1048576 times \"n_heads\" 1048576 must be at most"},
        {huge, "parameters; at most 8589934592 are allowed"},
        {small("architecture", "decodr"),
         "\"architecture\" must be one of \"decoder\", \"encoder\", \"encoder_decoder\""},
        {small("model_type", "llama"), "\"model_type\" must be \"glassformer\", not \"llama\""},
        {small("norm", "batchnorm"), "\"norm\" must be one of"},
        {small("norm_eps", -1), "\"norm_eps\" must be between 0 and 1, got -1"},
        {small("activation", "gelo"), "\"activation\" must be one of \"relu\""},
        {small("gated_mlp", 1), "\"gated_mlp\" must be true or false, not the number 1"},
        {small("positional", "rope"), "\"positional\" must be an object, not the text \"rope\""},
        {small("positional", {{"kind", "ropes"}}), "\"positional.kind\" must be one of \"none\""},
        {small("positional", {{"kind", "one_hot"}, {"combine", "add"}}),
         "\"positional.combine\" must be \"append\" with positional kind \"one_hot\""},
        {small("positional", {{"kind", "one_hot"}, {"dims", 4}}),
         "\"positional.dims\" is max_seq_len with positional kind \"one_hot\"; leave it out"},
        {small("positional", {{"kind", "rope"}, {"combine", "append"}}),
         "\"positional.combine\" cannot be \"append\" with positional kind \"rope\", which has no rows of positions"},
        {small("positional", {{"kind", "learned"}, {"combine", "append"}}), "\"positional.dims\" is missing"},
        {small("positional", {{"kind", "learned"}, {"combine", "append"}, {"dims", 0}}),
         "\"positional.dims\" must be between 1"},
        {small("positional", {{"kind", "sinusoidal"}, {"dims", 3}}),
         "\"positional.dims\" is of positions that are appended"},
        {small("positional", {{"kind", "learned"}, {"combine", "join"}}),
         "\"positional.combine\" must be one of \"add\", \"append\""},
        {small("mask", {{"kind", "segments"}}), "\"mask.segment\" is missing"},
        {small("mask", {{"kind", "segments"}, {"segment", 0}}), "\"mask.segment\" must be between 1"},
        {parameter_free({{"d_head", 3}}),
         "\"attention_projections\" is false, so \"n_heads\" times \"d_head\" must be \"d_model\" 8, not 2 times 3"},
        {parameter_free({{"n_kv_heads", 1}}),
         "\"attention_projections\" is false, so \"n_kv_heads\" must be \"n_heads\" 2, not 1"},
        {parameter_free({{"attention_projections", "no"}}), "\"attention_projections\" must be true or false"},
        {fourth_root({{"kind", "shaw"}, {"clip", 2}}),
         "\"attention_scale\" \"qk_fourth_root\" scales queries and keys alone, and with positional kind \"shaw\" a "
         "score "
         "is more than their product"},
        {fourth_root({{"kind", "transformer_xl"}}), "with positional kind \"transformer_xl\" a score is more"},
        {small("head", {{"kind", "classifier"}, {"n_classes", 2}, {"pooling", "max"}}),
         "\"head.pooling\" must be one of \"mean\", \"cls\", \"last\", \"weighted\", \"query\""},
        {soft_table(json::object()), "\"lookup.entries\" is missing"},
        {soft_table({{"entries", 0}}), "\"lookup.entries\" must be between 1"},
        {soft_table({{"entries", 3}, {"hardness", -1}}), "\"lookup.hardness\" must be between 0"},
        {soft_table({{"entries", 3}, {"heads", 2}}), "unknown key \"lookup.heads\""},
        {small("architecture", "lookup"), "\"lookup.entries\" is missing"},
        {small("positional", {{"kind", "rope"}, {"rotary_dims", 3}}), "\"positional.rotary_dims\" must be even, got 3"},
        {small("positional", {{"kind", "xpos"}, {"xpos_scale", 0.5}}), "\"positional.xpos_scale\" must be between 1"},
        {small("positional", {{"kind", "xpos"}, {"rotary_dims", 3}}), "\"positional.rotary_dims\" must be even, got 3"},
        {small("positional", {{"kind", "fire"}, {"hidden", 5000}}), "\"positional.hidden\" must be between 1 and 4096"},
        {small("positional", {{"kind", "fire"}, {"threshold", 0}}), "\"positional.threshold\" must be between 1"},
        {small("positional", {{"kind", "rope"}, {"rotary_dims", 6}}), "must be at most d_head 4, got 6"},
        {small("positional", {{"kind", "rope"}, {"bases", 3}}),
         "unknown key \"positional.bases\"; did you mean \"positional.base\""},
        {small("positional", {{"kind", "shaw"}}), "\"positional.clip\" is missing"},
        {small("positional", {{"kind", "t5"}, {"max_distance", 16}}), "must be more than half the 32 buckets, got 16"},
        {small("mask", {{"kind", "window"}}), "\"mask.window\" is missing"},
        {small("mask", {{"kind", "strided"}, {"stride", 0}}), "\"mask.stride\" must be between 1"},
        {small("head", {{"kind", "classifier"}}), "\"head.n_classes\" "},
        {small("tokenizer", {{"split", {1}}}), "\"tokenizer.split\" must hold texts only, not the number 1"},
        {small("n_head", 2), "unknown key \"n_head\"; did you mean \"n_heads\""},
    };
    for (const Wrong& wrong : table) {
        const std::string message = message_of([&] { parse(wrong.config); });
        INFO(message);
        CHECK(contains(message, wrong.complaint));
        CHECK(message.starts_with("config.json"));
    }
    CHECK(contains(message_of([] { parse_config("{\n\"a\": 1,\n}", "config.json"); }),
                   "config.json: line 3, column 1: "));
    const auto broken = [](const std::string& text) { return message_of([&] { parse_config(text, "f"); }); };
    CHECK(broken("{\n\"\u00e9\": x}") == "f: line 2, column 6: the JSON is broken at \"x\"");
    CHECK(broken("{\"a\": \"b\n\"}") == "f: line 1, column 9: the line ends too early");
    CHECK(broken("{\"a\": 1") == "f: line 1, column 8: the JSON ends too early");
    CHECK(broken("{\"a\xC3\": 1}").find('\xC3') == std::string::npos);
    CHECK(broken("{\"a\": \x01}").find("[json") == std::string::npos);
    CHECK(contains(message_of([] { parse_config(R"({"a":1,"a":2})", "f"); }), "f: the key \"a\" appears twice"));
    CHECK(contains(message_of([] { parse_config(R"({"a":1e999})", "f"); }), "f: "));
}

TEST_CASE("bookkeeping of other libraries is tolerated") {
    json config = small("architectures", {"X"});
    config.update({{"torch_dtype", "float32"}, {"transformers_version", "4"}, {"_name_or_path", ""}});
    CHECK(parse(config) == parse(small()));
}

TEST_CASE("parameters follow the table of names and shapes") {
    const auto plain = parameter_shapes(parse(small()));
    CHECK(names(small()).starts_with(
        "embed.tokens.weight embed.positions.weight blocks.0.norm1.weight blocks.0.norm1.bias blocks.0.attn.q.weight "
        "blocks.0.attn.q.bias blocks.0.attn.k.weight"));
    CHECK(names(small()).ends_with("blocks.1.mlp.out.bias final_norm.weight final_norm.bias head.weight "));
    CHECK(plain.size() == 2 + 2 * 16 + 3);
    CHECK(find(plain, "embed.positions.weight")->shape == Shape{{Axis::position, 6}, {Axis::d_model, 8}});
    CHECK(find(plain, "head.weight")->shape == Shape{{Axis::d_model, 8}, {Axis::vocab, 5}});

    json config = small("n_kv_heads", 1);
    config.update({{"d_head", 6},
                   {"gated_mlp", true},
                   {"mlp_bias", false},
                   {"attention_bias", false},
                   {"norm", "rmsnorm"},
                   {"tie_embeddings", true},
                   {"head_bias", true},
                   {"shared_layers", true},
                   {"positional", {{"kind", "t5"}, {"buckets", 8}}}});
    CHECK(names(config) ==
          "embed.tokens.weight blocks.0.norm1.weight blocks.0.attn.q.weight blocks.0.attn.k.weight "
          "blocks.0.attn.v.weight blocks.0.attn.o.weight blocks.0.attn.relative_bias blocks.0.norm2.weight "
          "blocks.0.mlp.in.weight blocks.0.mlp.gate.weight blocks.0.mlp.out.weight final_norm.weight head.bias ");
    const auto grouped = parameter_shapes(parse(config));
    CHECK(find(grouped, "blocks.0.attn.q.weight")->shape == Shape{{Axis::d_model, 8}, {Axis::heads, 12}});
    CHECK(find(grouped, "blocks.0.attn.v.weight")->shape == Shape{{Axis::d_model, 8}, {Axis::heads, 6}});
    CHECK(find(grouped, "blocks.0.attn.o.weight")->shape == Shape{{Axis::heads, 12}, {Axis::d_model, 8}});
    CHECK(find(grouped, "blocks.0.attn.relative_bias")->shape == Shape{{Axis::bucket, 8}, {Axis::head, 2}});

    config = small("mlp", false);
    config.update({{"norm_placement", "post"},
                   {"positional", {{"kind", "shaw"}, {"clip", 2}}},
                   {"n_layers", 1},
                   {"attention_bias", false},
                   {"head", {{"kind", "classifier"}, {"n_classes", 3}}}});
    CHECK(names(config) ==
          "embed.tokens.weight blocks.0.norm1.weight blocks.0.norm1.bias blocks.0.attn.q.weight "
          "blocks.0.attn.k.weight blocks.0.attn.v.weight blocks.0.attn.o.weight "
          "blocks.0.attn.relative_keys head.weight ");
    CHECK(find(parameter_shapes(parse(config)), "blocks.0.attn.relative_keys")->shape ==
          Shape{{Axis::offset, 5}, {Axis::d_head, 4}});
    CHECK(find(parameter_shapes(parse(config)), "head.weight")->shape == Shape{{Axis::d_model, 8}, {Axis::classes, 3}});

    config = small("architecture", "encoder_decoder");
    config.update({{"target_vocab_size", 9},
                   {"n_decoder_layers", 1},
                   {"norm", "none"},
                   {"attention_bias", false},
                   {"mlp_bias", false},
                   {"n_layers", 1}});
    CHECK(names(config) ==
          "encoder.embed.tokens.weight encoder.embed.positions.weight encoder.blocks.0.self_attn.q.weight "
          "encoder.blocks.0.self_attn.k.weight encoder.blocks.0.self_attn.v.weight encoder.blocks.0.self_attn.o.weight "
          "encoder.blocks.0.mlp.in.weight encoder.blocks.0.mlp.out.weight decoder.embed.tokens.weight "
          "decoder.embed.positions.weight decoder.blocks.0.self_attn.q.weight decoder.blocks.0.self_attn.k.weight "
          "decoder.blocks.0.self_attn.v.weight decoder.blocks.0.self_attn.o.weight "
          "decoder.blocks.0.cross_attn.q.weight decoder.blocks.0.cross_attn.k.weight "
          "decoder.blocks.0.cross_attn.v.weight decoder.blocks.0.cross_attn.o.weight decoder.blocks.0.mlp.in.weight "
          "decoder.blocks.0.mlp.out.weight decoder.head.weight ");
    config["norm"] = "rmsnorm";
    CHECK(contains(names(config),
                   "decoder.blocks.0.cross_attn.o.weight decoder.blocks.0.norm3.weight decoder.blocks.0.mlp"));
    CHECK(contains(names(config), "encoder.final_norm.weight decoder.embed"));
    const auto pair = parameter_shapes(parse(config));
    CHECK(find(pair, "decoder.embed.tokens.weight")->shape == Shape{{Axis::vocab, 9}, {Axis::d_model, 8}});
    CHECK(find(pair, "decoder.head.weight")->shape == Shape{{Axis::d_model, 8}, {Axis::vocab, 9}});
}

TEST_CASE("every parameter carries the symbol that formulas write") {
    json config = small("n_layers", 1);
    config["gated_mlp"] = true;
    CHECK(names(config) ==
          "embed.tokens.weight embed.positions.weight blocks.0.norm1.weight blocks.0.norm1.bias "
          "blocks.0.attn.q.weight blocks.0.attn.q.bias blocks.0.attn.k.weight blocks.0.attn.k.bias "
          "blocks.0.attn.v.weight blocks.0.attn.v.bias blocks.0.attn.o.weight blocks.0.attn.o.bias "
          "blocks.0.norm2.weight blocks.0.norm2.bias blocks.0.mlp.in.weight blocks.0.mlp.in.bias "
          "blocks.0.mlp.gate.weight blocks.0.mlp.gate.bias blocks.0.mlp.out.weight blocks.0.mlp.out.bias "
          "final_norm.weight final_norm.bias head.weight ");
    CHECK(symbols(config) ==
          "E W_{P} γ β W^{Q} b^{Q} W^{K} b^{K} W^{V} b^{V} W^{O} b^{O} γ β W_{in} b_{in} W_{gate} b_{gate} W_{out} "
          "b_{out} γ β W_{U} ");
    config["positional"] = {{"kind", "transformer_xl"}};
    CHECK(contains(symbols(config), "b^{O} W^{R} u v γ"));
    config["positional"] = {{"kind", "shaw"}, {"clip", 2}};
    CHECK(contains(symbols(config), "b^{O} a^{K} γ"));
    config["positional"] = {{"kind", "t5"}};
    CHECK(contains(symbols(config), " R "));
    config = {{"architecture", "convolution"}, {"vocab_size", 5}, {"d_model", 4}, {"max_seq_len", 6}, {"n_layers", 2}};
    config["convolution"] = {{"width", 3}};
    CHECK(symbols(config) == "E W b W b W_{U} ");
    json classifier = small("n_layers", 1);
    classifier["architecture"] = "encoder";
    classifier["head"] = {{"kind", "classifier"}, {"n_classes", 2}};
    CHECK(contains(symbols(classifier), " W_{class} "));
    CHECK(symbols(soft_table({{"entries", 3}})) == "E K V W_{U} ");
}

TEST_CASE("cross-attention has as many heads as it is given, of the width that self-attention has in all") {
    json config = small("architecture", "encoder_decoder");
    config.update({{"n_layers", 1}, {"n_cross_heads", 1}});
    const ModelConfig one = parse(config);
    CHECK(one.n_cross_heads == 1);
    config.erase("n_cross_heads");
    CHECK(parse(config).n_cross_heads == 2);
    CHECK(names(config) == names(json::parse(config_json(one))));  // the weights have the same shapes
    const Weights weights = initial_weights(one, 5, {.std = 0.4F});
    Tape tape;
    const Graph graph = record_model(tape, one, weights, {.seq_len = 3, .target_len = 2});
    tape.set(graph.tokens, std::vector<float>{1, 4, 2});
    tape.set(graph.target_tokens, std::vector<float>{3, 0});
    tape.evaluate();
    const Trace& trace = tape.trace();
    const auto record = [&](const char* name) { return trace.find(std::string("decoder.blocks.0.") + name); };
    const int q = record("cross_attn.q"), k = record("cross_attn.k"), found = record("cross_attn.weights");
    CHECK(trace.record(q).shape == Shape{{Axis::head, 1}, {Axis::position, 2}, {Axis::d_head, 8}});
    CHECK(trace.record(found).shape == Shape{{Axis::head, 1}, {Axis::query, 2}, {Axis::key, 3}});
    CHECK(trace.record(record("self_attn.weights")).shape == Shape{{Axis::head, 2}, {Axis::query, 2}, {Axis::key, 2}});
    for (int query = 0; query < 2; ++query) {
        std::array<double, 3> expected{};
        double sum = 0;
        for (int key = 0; key < 3; ++key) {
            double score = 0;
            for (int c = 0; c < 8; ++c)
                score += double{trace.value(q, {{0, query, c}})} * double{trace.value(k, {{0, key, c}})};
            sum += expected.at(static_cast<std::size_t>(key)) = std::exp(score / std::sqrt(8.0));
        }
        for (int key = 0; key < 3; ++key)
            CHECK(double{trace.value(found, {{0, query, key}})} ==
                  doctest::Approx(expected.at(static_cast<std::size_t>(key)) / sum).epsilon(1e-5));
    }
}

TEST_CASE("initial weights have the asked spread, and the same for the same seed") {
    json wide = small("d_model", 64);
    const ModelConfig config = parse(wide);
    const Weights weights = initial_weights(config, 7, {.std = 0.5F});
    const auto spread = [](const Parameter& parameter) {
        double sum = 0;
        for (std::size_t i = 0; i < parameter.shape.count(); ++i) sum += double{parameter.data[i]} * parameter.data[i];
        return std::sqrt(sum / static_cast<double>(parameter.shape.count()));
    };
    CHECK(weights.parameters.size() == parameter_shapes(config).size());
    CHECK(spread(*weights.find("blocks.0.attn.q.weight")) == doctest::Approx(0.5).epsilon(0.05));
    CHECK(spread(*weights.find("blocks.1.attn.o.weight")) == doctest::Approx(0.25).epsilon(0.05));
    CHECK(spread(*weights.find("blocks.1.mlp.out.weight")) == doctest::Approx(0.25).epsilon(0.05));
    CHECK(spread(*weights.find("blocks.0.mlp.in.bias")) == 0);
    CHECK(weights.find("blocks.0.norm1.weight")->data[63] == 1);
    CHECK(weights.find("blocks.0.norm1.bias")->data[63] == 0);
    CHECK(weights.find("blocks.2.norm1.bias") == nullptr);
    CHECK_FALSE(weights.any_not_finite());
    const Weights unscaled = initial_weights(config, 7, {.std = 0.5F, .scale_residual = false});
    CHECK(spread(*unscaled.find("blocks.1.attn.o.weight")) == doctest::Approx(0.5).epsilon(0.05));

    const Weights again = initial_weights(config, 7, {.std = 0.5F}), other = initial_weights(config, 8, {.std = 0.5F});
    for (const char* name : {"embed.tokens.weight", "head.weight"}) {
        CHECK(weights.find(name)->data[3] == again.find(name)->data[3]);
        CHECK(weights.find(name)->data[3] != other.find(name)->data[3]);
    }
}

TEST_CASE("Xavier's bound follows from the sizes, of queries, keys and values together where they are one matrix") {
    const auto largest = [](const Weights& weights, const char* name) {
        const Parameter& parameter = *weights.find(name);
        double most = 0;
        for (std::size_t i = 0; i < parameter.shape.count(); ++i)
            most = std::max(most, std::abs(double{parameter.data[i]}));
        return most;
    };
    json wide = small("d_model", 64);
    const ModelConfig config = parse(wide);
    InitOptions init{.matrices = MatrixInit::xavier_joint, .embedding_std = 0.5F, .scale_residual = false};
    const Weights joint = initial_weights(config, 7, init);
    init.matrices = MatrixInit::xavier;
    const Weights alone = initial_weights(config, 7, init);
    const auto near = [](double bound) { return doctest::Approx(bound).epsilon(0.02); };
    CHECK(largest(joint, "blocks.0.attn.k.weight") == near(std::sqrt(6.0 / (64 + 3 * 64))));
    CHECK(largest(alone, "blocks.0.attn.k.weight") == near(std::sqrt(6.0 / (64 + 64))));
    CHECK(largest(joint, "blocks.0.attn.o.weight") == near(std::sqrt(6.0 / (64 + 64))));
    CHECK(largest(joint, "blocks.0.mlp.in.weight") == near(std::sqrt(6.0 / (64 + config.d_ff))));
    CHECK(largest(joint, "embed.tokens.weight") > 0.8);
    CHECK(largest(joint, "blocks.0.attn.k.bias") == 0);
    init.scale_residual = true;
    CHECK(largest(initial_weights(config, 7, init), "blocks.0.attn.o.weight") == near(std::sqrt(6.0 / 128 / 4)));

    json pair = small("architecture", "encoder_decoder");
    pair["d_model"] = 64;
    init.matrices = MatrixInit::xavier_joint;
    const Weights crossed = initial_weights(parse(pair), 7, init);
    CHECK(largest(crossed, "decoder.blocks.0.cross_attn.q.weight") == near(std::sqrt(6.0 / 128)));
    CHECK(largest(crossed, "decoder.blocks.0.cross_attn.v.weight") == near(std::sqrt(6.0 / (64 + 128))));
}

TEST_SUITE_END();
