#include "core/io/import/shared.h"

#include <cmath>
#include <string>
#include <vector>

#include "core/base/json_text.h"

namespace glassformer {

namespace {

/// A number of a scaling of frequencies under our name.
struct ScalingNumber {
    std::string_view theirs, ours;
    double least;
};
constexpr double most_scaling = 1e6;
constexpr std::array scaling_numbers{
    ScalingNumber{"factor", "factor", 1},
    ScalingNumber{"low_freq_factor", "low_freq_factor", 1e-6},
    ScalingNumber{"high_freq_factor", "high_freq_factor", 1e-6},
    ScalingNumber{"beta_fast", "beta_fast", 1e-6},
    ScalingNumber{"beta_slow", "beta_slow", 1e-6},
    ScalingNumber{"attention_factor", "attention_factor", 1e-6},
    ScalingNumber{"mscale", "mscale", 1e-6},
    ScalingNumber{"mscale_all_dim", "mscale_all_dim", 1e-6},
};

constexpr std::array<std::string_view, 5> scaling_kinds_read{"default", "linear", "dynamic", "llama3", "yarn"};

Json scaling_of(ImportedConfig& config, JsonObject& theirs) {
    const char* const kind_key = theirs.has("rope_type") ? "rope_type" : "type";
    const int kind = theirs.choice(kind_key, scaling_kinds_read, 0);
    if (theirs.has("mrope_section")) throw theirs.error("mrope_section", "is not supported");
    Json scaling{{"kind", scaling_kinds_read.at(static_cast<std::size_t>(kind))}};
    if (kind == 0) return scaling;
    if (!theirs.has("factor")) throw theirs.error("factor", "is missing");
    for (const ScalingNumber& number : scaling_numbers)
        if (theirs.has(number.theirs))
            scaling[number.ours] = theirs.number(number.theirs, number.least, most_scaling, 1);
    constexpr std::string_view original = "original_max_position_embeddings";
    for (JsonObject* const object : {&theirs, &config.theirs})
        if (object->has(original) && !scaling.contains("original_max_seq_len"))
            scaling["original_max_seq_len"] = object->integer(original, 1, 1 << 20);
    if (theirs.has("truncate")) scaling["truncate"] = theirs.boolean("truncate", true);
    return scaling;
}

}  // namespace

void settle_rotary(ImportedConfig& config, std::string_view base_key, std::string_view share_key, double share) {
    constexpr double least = 1e-3, most = 1e12;
    constexpr double first_base = 10000;
    JsonObject& theirs = config.theirs;
    for (const char* const per_layer : {"full_attention", "sliding_attention"})
        if (JsonObject parameters = theirs.object("rope_parameters"); parameters.has(per_layer))
            throw parameters.error(per_layer, "is not supported: all layers must have the same rotary positions");
    JsonObject parameters = theirs.object(
        theirs.has("rope_parameters") || !theirs.has("rope_scaling") ? "rope_parameters" : "rope_scaling");
    double base = theirs.number(base_key, least, most, first_base);
    base = parameters.number("rope_theta", least, most, base);
    for (const std::string_view key : {share_key, std::string_view("partial_rotary_factor")})
        share = theirs.number(key, 0, 1, share);
    share = parameters.number("partial_rotary_factor", 0, 1, share);

    config.set("positional.kind", "rope");
    config.set("positional.layout", "half");
    config.set("positional.base", base);
    const int d_model = config.whole("d_model"), n_heads = config.whole("n_heads");
    const bool given = config.ours.contains("d_head");
    const int d_head = given ? config.whole("d_head") : d_model / n_heads;
    const int dims = static_cast<int>(std::floor(d_head * share));
    const bool divides = given || d_model % n_heads == 0;  // else parse_config() complains
    if (divides && (dims < 2 || dims % 2 != 0))
        throw theirs.error(share != 1 ? share_key
                           : given    ? "head_dim"
                                      : "hidden_size",
                           "makes " + std::to_string(dims) + " rotary dimensions in a head of " +
                               std::to_string(d_head) + ": they must be even in number and at least 2");
    if (share != 1) config.set("positional.rotary_dims", dims);
    if (Json scaling = scaling_of(config, parameters); scaling.at("kind").text() != "default")
        config.set("positional.scaling", std::move(scaling));
}

void settle_window(ImportedConfig& config, int window) {
    if (window >= config.whole("max_seq_len")) return;
    config.set("mask.kind", "window");
    config.set("mask.window", window);
}

bool all_layers_slide(ImportedConfig& config, bool otherwise) {
    const std::vector<std::string> types = config.theirs.strings("layer_types");
    for (const std::string& type : types) {
        if (type != "full_attention" && type != "sliding_attention")
            throw config.theirs.error("layer_types", "holds " + in_quotes(type) +
                                                         ", which is neither \"full_attention\" nor "
                                                         "\"sliding_attention\"");
        if (type != types.front())
            throw config.theirs.error("layer_types",
                                      "mixes \"full_attention\" and \"sliding_attention\", which is not "
                                      "supported: all layers must have the same mask");
    }
    return types.empty() ? otherwise : types.front() == "sliding_attention";
}

void settle_pooler(ImportedConfig& config, std::string_view prefix) {
    if (config.head.kind != ImportHeadKind::none) return;
    const std::string name = "pooler.dense.weight";
    if (config.files != nullptr && !config.stored(name) && !config.stored(std::string(prefix) + "." + name)) return;
    config.set("head.pooling", "cls");
    config.set("head.transform", Json{{"activation", "tanh"}, {"norm", false}});
}

void require_equal_sides(ImportedConfig& config, std::string_view encoder_key, std::string_view decoder_key) {
    JsonObject& theirs = config.theirs;
    if (!theirs.has(encoder_key) && !theirs.has(decoder_key)) return;
    for (const std::string_view key : {encoder_key, decoder_key})
        if (!theirs.has(key)) throw theirs.error(key, "is missing");
    const auto number = [&](std::string_view key) { return theirs.integer(key, 1, 1 << 20); };
    if (number(encoder_key) != number(decoder_key))
        throw theirs.error(decoder_key, std::to_string(number(decoder_key)) + " must be " + in_quotes(encoder_key) +
                                            " " + std::to_string(number(encoder_key)) +
                                            ": other sizes on the two sides are not supported");
}

void settle_two_stacks(ImportedConfig& config) {
    require_equal_sides(config, "encoder_attention_heads", "decoder_attention_heads");
    require_equal_sides(config, "encoder_ffn_dim", "decoder_ffn_dim");
    const bool bias =
        config.head.kind == ImportHeadKind::words && (config.files == nullptr || config.stored("final_logits_bias"));
    config.set("head_bias", bias);
}

}  // namespace glassformer
