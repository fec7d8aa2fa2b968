// The keys of config.json that models of the Hugging Face hub brought: what they say, what they refuse, which
// parameters they ask for, and how two configs differ in them.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "core/model/config.h"
#include "core/model/config_differences.h"
#include "core/model/patched_model.h"
#include "core/model/positional.h"
#include "core/model/published_models.h"
#include "core/model/weights.h"
#include "core/ops/activation_table.h"

using namespace glassformer;
using json = nlohmann::json;

namespace {

json tiny(const json& more = json::object()) {
    json config{{"model_type", "glassformer"},
                {"architecture", "decoder"},
                {"vocab_size", 5},
                {"d_model", 8},
                {"n_heads", 2},
                {"n_layers", 2},
                {"max_seq_len", 6}};
    config.update(more);
    return config;
}
json tiny_pair(const json& more = json::object()) {
    json config = tiny({{"architecture", "encoder_decoder"}});
    config.update(more);
    return config;
}
ModelConfig parsed(const json& config) { return parse_config(config.dump(), "config.json"); }

std::string shapes_of(const json& config) {
    std::string all;
    for (const ParameterShape& parameter : parameter_shapes(parsed(config))) {
        all += parameter.name;
        for (int d = 0; d < parameter.shape.rank(); ++d)
            all += (d == 0 ? " " : "x") + std::to_string(parameter.shape.size(d));
        all += " " + parameter.symbol + ";";
    }
    return all;
}

/// What the one has and the other has not, of names with shapes and symbols.
std::string added_shapes(const json& with, const json& without) {
    const auto parts = [](const std::string& all) {
        std::vector<std::string> found;
        for (std::size_t at = 0, end; at < all.size(); at = end + 1) {
            end = all.find(';', at);
            found.push_back(all.substr(at, end - at));
        }
        return found;
    };
    const std::vector<std::string> before = parts(shapes_of(without));
    const std::set<std::string> known(before.begin(), before.end());
    std::string more;
    for (const std::string& part : parts(shapes_of(with)))
        if (!known.contains(part)) more += (more.empty() ? "" : "; ") + part;
    return more;
}

const json transform{{"activation", "tanh"}, {"norm", true}};
const json llama3{{"kind", "llama3"},
                  {"factor", 8.0},
                  {"low_freq_factor", 1.5},
                  {"high_freq_factor", 3.0},
                  {"original_max_seq_len", 4}};

}  // namespace

TEST_SUITE_BEGIN("config");

TEST_CASE("variants: a config written and read back is the same, and says no key that it does not need") {
    const json rope{{"kind", "rope"}, {"rotary_dims", 4}, {"scaling", llama3}};
    const std::vector<json> configs{
        tiny({{"token_types", 2}, {"embed_norm", true}, {"d_embed", 3}, {"logit_scale", 0.125}}),
        tiny({{"parallel_residual", true}, {"attention_bias", false}, {"attention_out_bias", true}}),
        tiny({{"attention_out_bias", false}, {"positional", rope}}),
        tiny({{"positional", {{"kind", "t5"}, {"shared", true}}}}),
        tiny({{"positional", {{"kind", "sinusoidal"}, {"layout", "half"}}}}),
        tiny({{"positional",
               {{"kind", "rope"}, {"scaling", {{"kind", "dynamic"}, {"factor", 2}, {"original_max_seq_len", 3}}}}}}),
        tiny({{"positional", {{"kind", "rope"}, {"scaling", {{"kind", "linear"}, {"factor", 2.5}}}}}}),
        tiny({{"positional",
               {{"kind", "rope"},
                {"scaling",
                 {{"kind", "yarn"},
                  {"factor", 4},
                  {"beta_fast", 16.5},
                  {"beta_slow", 2.0},
                  {"mscale", 0.5},
                  {"mscale_all_dim", 0.7},
                  {"truncate", false},
                  {"original_max_seq_len", 6}}}}}}),
        tiny({{"head", {{"kind", "lm"}, {"transform", transform}}}}),
        tiny({{"head", {{"kind", "none"}}}}),
        tiny({{"head", {{"kind", "none"}, {"pooling", "cls"}, {"transform", transform}}}}),
        tiny({{"head", {{"kind", "classifier"}, {"n_classes", 3}, {"pooling", "cls"}, {"transform", transform}}}}),
        tiny({{"head", {{"kind", "classifier"}, {"n_classes", 2}, {"softmax", false}}}}),
        tiny_pair({{"shared_embeddings", true}, {"embed_norm", true}, {"tie_embeddings", true}, {"logit_scale", 0.25}}),
        tiny({{"activation", "quick_gelu"}}),
        tiny({{"activation", "relu2"}})};
    for (const json& config : configs) {
        const ModelConfig read = parsed(config);
        const std::string text = config_json(read);
        INFO(text);
        CHECK(parse_config(text, "written") == read);
        const json written = json::parse(text);
        for (const auto& [key, value] : config.items()) {
            CAPTURE(key);
            if (!value.is_object())
                CHECK(written.at(key) == value);
            else
                for (const auto& [inner, of] : value.items()) CHECK(written.at(key).at(inner) == of);
        }
        CHECK(config_differences(read, parse_config(text, "written")).empty());
    }
    const std::string plain = config_json(parsed(tiny()));
    for (const char* key : {"d_embed", "token_types", "embed_norm", "parallel_residual", "attention_out_bias", "shared",
                            "logit_scale", "layout", "scaling", "transform"})
        CHECK_MESSAGE(plain.find("\"" + std::string(key) + "\"") == std::string::npos, key);
}

TEST_CASE("variants: what makes no sense is refused in a sentence") {
    struct Wrong {
        json config;
        const char* complaint;
    };
    const auto scaled = [](const json& scaling) {
        return tiny({{"positional", {{"kind", "rope"}, {"scaling", scaling}}}});
    };
    const auto headed = [](const json& head) { return tiny({{"head", head}}); };
    json tied = headed({{"kind", "none"}}), biased = tied, factored = tied;
    tied["tie_embeddings"] = biased["head_bias"] = true;
    factored["logit_scale"] = 2;
    const std::vector<Wrong> table{
        {tiny({{"d_embed", -1}}), "\"d_embed\" must be between 0 and 1048576, got -1"},
        {tiny({{"token_types", 1.5}}), "\"token_types\" must be a whole number"},
        {tiny_pair({{"token_types", 2}}), "\"token_types\" is of decoders and encoders"},
        {tiny({{"token_types", 2}, {"positional", {{"kind", "one_hot"}}}}),
         "\"token_types\" needs positions that are not appended to the embedding"},
        {tiny({{"parallel_residual", true}, {"norm_placement", "post"}}),
         "\"parallel_residual\" is true, so \"norm_placement\" must be \"pre\""},
        {tiny_pair({{"parallel_residual", true}}), "\"parallel_residual\" is of decoders and encoders"},
        {tiny({{"shared_embeddings", true}}), "shared_embeddings"},
        {tiny_pair({{"shared_embeddings", true}, {"target_vocab_size", 4}}),
         "\"shared_embeddings\" is true, so \"target_vocab_size\" must be \"vocab_size\" 5, not 4"},
        {tiny({{"logit_scale", 0}}), "\"logit_scale\" must be"},
        {tied, "\"head.kind\" is \"none\", so there is no output matrix: set \"tie_embeddings\" to false"},
        {biased, "set \"head_bias\" to false"},
        {factored, "leave \"logit_scale\" out"},
        {headed({{"kind", "lm"}, {"transform", {{"norm", true}}}}), "activation\" is missing"},
        {headed({{"kind", "lm"}, {"transform", {{"activation", "gelo"}}}}), "activation\" must be one of"},
        {headed({{"kind", "lm"}, {"transform", {{"activation", "gelu"}, {"bias", true}}}}), "bias"},
        {tiny_pair({{"head", {{"kind", "none"}, {"transform", transform}}}}), "would read a row of no text"},
        {{{"architecture", "convolution"},
          {"vocab_size", 5},
          {"d_model", 4},
          {"n_layers", 1},
          {"max_seq_len", 6},
          {"convolution", {{"width", 2}}},
          {"head", {{"kind", "none"}}}},
         "only transformers can do without one"},
        {scaled({{"kind", "linear"}}), "factor\" is missing"},
        {scaled({{"kind", "linear"}, {"factor", 0.5}}), "factor\" must be"},
        {scaled({{"kind", "longrope"}, {"factor", 2}}), "kind\" must be one of \"default\", \"linear\""},
        {scaled({{"kind", "llama3"}, {"factor", 2}, {"low_freq_factor", 4}}), "must be more than \"low_freq_factor\""},
        {scaled({{"kind", "yarn"}, {"factor", 2}, {"beta_slow", 40}}), "must be more than \"beta_slow\""},
        {scaled({{"kind", "linear"}, {"factor", 2}, {"faktor", 2}}), "faktor"},
        {tiny({{"positional", {{"kind", "xpos"}, {"scaling", {{"kind", "linear"}, {"factor", 2}}}}}}),
         "is of positional kind \"rope\" alone, not of \"xpos\""},
        {tiny({{"d_model", 9}, {"n_heads", 3}, {"positional", {{"kind", "sinusoidal"}, {"layout", "half"}}}}),
         "\"half\" needs an even number of columns, got 9"}};
    for (const Wrong& wrong : table) {
        INFO(wrong.config.dump());
        std::string said;
        try {
            static_cast<void>(parsed(wrong.config));
        } catch (const Error& error) {
            said = error.what();
        }
        CHECK_MESSAGE(said.find(wrong.complaint) != std::string::npos, said);
        CHECK(said.starts_with("config.json"));
    }
}

TEST_CASE("variants: each key asks for its parameters, and no others change") {
    CHECK(added_shapes(tiny({{"token_types", 3}}), tiny()) == "embed.types.weight 3x8 W_{T}");
    CHECK(added_shapes(tiny({{"embed_norm", true}}), tiny()) == "embed.norm.weight 8 γ; embed.norm.bias 8 β");
    CHECK(added_shapes(tiny({{"embed_norm", true}, {"norm", "rmsnorm"}}), tiny()) == "embed.norm.weight 8 γ");
    CHECK(added_shapes(tiny({{"d_embed", 3}, {"tie_embeddings", true}}), tiny()) ==
          "embed.tokens.weight 5x3 E; embed.project.weight 3x8 W_{E}; head.project.weight 8x3 W_{D}");
    CHECK(added_shapes(tiny({{"d_embed", 3}}), tiny({{"d_embed", 3}, {"tie_embeddings", true}})) ==
          "head.weight 3x5 W_{U}");
    CHECK(added_shapes(tiny({{"head", {{"kind", "lm"}, {"transform", transform}}}}), tiny()) ==
          "head.transform.weight 8x8 W_{H}; head.transform.bias 8 b_{H}; head.transform.norm.weight 8 γ; "
          "head.transform.norm.bias 8 β");
    CHECK(added_shapes(tiny(), tiny({{"head", {{"kind", "none"}}}})) == "head.weight 8x5 W_{U}");
    CHECK(added_shapes(tiny(), tiny({{"attention_out_bias", false}})) ==
          "blocks.0.attn.o.bias 8 b^{O}; blocks.1.attn.o.bias 8 b^{O}");
    CHECK(shapes_of(tiny({{"parallel_residual", true}})) == shapes_of(tiny()));
    CHECK(shapes_of(tiny({{"logit_scale", 2}})) == shapes_of(tiny()));
    CHECK(added_shapes(tiny({{"positional", {{"kind", "t5"}}}}),
                       tiny({{"positional", {{"kind", "t5"}, {"shared", true}}}})) ==
          "blocks.1.attn.relative_bias 32x2 R");
    CHECK(added_shapes(tiny_pair(), tiny_pair({{"shared_embeddings", true}})) == "decoder.embed.tokens.weight 5x8 E");

    // A T5 of one shared table of embeddings counts it once: 5·8 less than with two, and no head of its own when tied.
    const ModelConfig two = parsed(tiny_pair({{"tie_embeddings", true}}));
    const ModelConfig one = parsed(tiny_pair({{"tie_embeddings", true}, {"shared_embeddings", true}}));
    CHECK(parameter_count(two) - parameter_count(one) == 40);
}

TEST_CASE("variants: configs differ by each key, and a patch makes the one of the other") {
    const auto said = [](const json& first, const json& second) {
        std::string all;
        for (const ConfigDifference& difference : config_differences(parsed(first), parsed(second)))
            all += (all.empty() ? "" : "; ") + difference.key + " " + difference.from + " -> " + difference.to;
        return all;
    };
    const json rope = tiny({{"positional", {{"kind", "rope"}}}});
    const json scaled = tiny({{"positional", {{"kind", "rope"}, {"scaling", llama3}}}});
    json other = llama3;
    other["factor"] = 4;
    const json head = tiny({{"head", {{"kind", "lm"}, {"transform", transform}}}});
    const json none = tiny({{"head", {{"kind", "none"}}}});
    CHECK(said(tiny(), tiny({{"parallel_residual", true}})) == "parallel_residual off -> on");
    CHECK(said(tiny(), tiny({{"embed_norm", true}})) == "embed_norm off -> on");
    CHECK(said(tiny(), tiny({{"token_types", 2}})) == "token_types 0 -> 2");
    CHECK(said(tiny(), tiny({{"attention_out_bias", false}})) == "attention_out_bias on -> off");
    CHECK(said(tiny(), tiny({{"attention_bias", false}})) == "attention_bias on -> off");  // its consequence is none
    CHECK(said(rope, scaled) == "positional.scaling.kind default -> llama3");
    CHECK(said(scaled, tiny({{"positional", {{"kind", "rope"}, {"scaling", other}}}})) ==
          "positional.scaling.factor 8 -> 4");
    CHECK(said(tiny(), head) == "head.transform none -> tanh");
    CHECK(said(tiny(), none) == "head.kind lm -> none");
    CHECK(said(head, tiny({{"head", {{"kind", "lm"}, {"transform", {{"activation", "gelu"}}}}}})) ==
          "head.transform.activation tanh -> GELU; head.transform.norm on -> off");
    for (const auto& [first, second] :
         {std::pair{rope, scaled}, std::pair{scaled, rope}, std::pair{tiny(), head}, std::pair{head, none},
          std::pair{tiny(), tiny({{"parallel_residual", true}})}}) {
        const ModelConfig from = parsed(first), to = parsed(second);
        CHECK(patched_config(from, patch_between(from, to)) == to);
    }
}

TEST_SUITE_END();
