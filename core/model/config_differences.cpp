#include "core/model/config_differences.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/number_text.h"
#include "core/model/config_key.h"
#include "core/model/mask.h"
#include "core/model/positional.h"
#include "core/model/rope_scaling_keys.h"
#include "core/ops/activation_table.h"

namespace glassformer {

namespace {

using Config = const ModelConfig&;

constexpr std::array size_keys{"vocab_size",  "target_vocab_size", "d_model",          "d_embed",
                               "token_types", "n_layers",          "n_decoder_layers", "max_seq_len",
                               "n_heads",     "n_cross_heads",     "d_head",           "d_ff"};

bool has_mlp(Config c) { return c.mlp; }
bool has_norm(Config c) { return c.norm != Norm::none; }
bool appends(Config c) { return c.positional.combine == Combine::append; }

/// Keys that have no effect in some of the models that have them.
struct Effect {
    std::string_view key;
    bool (*there)(Config config);
};
constexpr std::array effects{Effect{"d_ff", has_mlp},
                             Effect{"gated_mlp", has_mlp},
                             Effect{"mlp_bias", has_mlp},
                             Effect{"activation", [](Config c) { return c.mlp || !is_transformer(c); }},
                             Effect{"norm_placement", has_norm},
                             Effect{"norm_eps", has_norm},
                             Effect{"final_norm", has_norm},
                             Effect{"embed_norm", has_norm},
                             Effect{"head.transform.norm", has_norm},
                             Effect{"parallel_residual", has_mlp},
                             Effect{"norm_eps_placement", has_norm},
                             Effect{"positional.dims", appends}};

/// Keys whose value in both configs may be what another key makes it.
struct Consequence {
    std::string_view key;
    bool (*of)(Config config);
};
constexpr std::array consequences{
    Consequence{"n_cross_heads", [](Config c) { return c.n_cross_heads == c.n_heads; }},
    Consequence{"n_decoder_layers", [](Config c) { return c.n_decoder_layers == c.n_layers; }},
    Consequence{"target_vocab_size", [](Config c) { return c.target_vocab_size == c.vocab_size; }},
    Consequence{"attention_out_bias", [](Config c) { return c.attention_out_bias == c.attention_bias; }},
    Consequence{"d_head", [](Config c) { return c.d_head * c.n_heads == c.d_model; }},
    Consequence{"d_ff", [](Config c) { return c.d_ff == 4 * c.d_model; }},
    Consequence{"positional.rotary_dims", [](Config c) { return c.positional.rotary_dims == c.d_head; }}};

bool follows(std::string_view key, Config a, Config b) {
    const auto found = std::ranges::find(consequences, key, &Consequence::key);
    return found != consequences.end() && found->of(a) && found->of(b);
}

bool counts(const ConfigKeyRow& row, Config a, Config b) {
    const std::string_view name = row.key.name;
    const auto there = [&](Config c) {
        if (row.applies != nullptr && !row.applies(c)) return false;
        const auto effect = std::ranges::find(effects, name, &Effect::key);
        return effect == effects.end() || effect->there(c);
    };
    if (!there(a) || !there(b)) return false;
    if (name == "max_seq_len" && a.positional.kind != b.positional.kind)
        return !a.positional.kind->limited && !b.positional.kind->limited;
    return !follows(name, a, b);
}

/// The name of a value in config.json, or its title on the screen.
template <class Owner>
std::string value_text(const KeyOf<Owner>& key, double value, bool on_screen) {
    switch (key.type) {
        case KeyType::flag:
            if (on_screen) return value != 0 ? "on" : "off";
            return value != 0 ? "true" : "false";
        case KeyType::whole: return std::to_string(std::lround(value));
        case KeyType::choice: {
            const KeyOption& option = key.options()[static_cast<std::size_t>(value)];
            return std::string(on_screen && *option.title != '\0' ? std::string_view(option.title) : option.name);
        }
        case KeyType::number: break;
    }
    return six_digits(value);
}

template <class Owner>
void compare(const KeyOf<Owner>& key, const std::string& name, const Owner& a, const Owner& b,
             std::vector<ConfigDifference>& found) {
    const double before = key.get(a), after = key.get(b);
    if (before == after) return;
    found.push_back({.key = name,
                     .title = key.title,
                     .value = value_text(key, after, false),
                     .from = value_text(key, before, true),
                     .to = value_text(key, after, true)});
}

/// Two of four heads with keys of their own are others than two of two: what counts is how many queries share a key.
void compare_key_heads(Config a, Config b, std::vector<ConfigDifference>& found) {
    if (!is_transformer(a) || a.n_heads / a.n_kv_heads == b.n_heads / b.n_kv_heads) return;
    const std::string from = std::to_string(a.n_kv_heads), to = std::to_string(b.n_kv_heads);
    found.push_back(
        {.key = "n_kv_heads", .title = config_key("n_kv_heads").key.title, .value = to, .from = from, .to = to});
}

/// The kind of scaling, and what the one kind of both has beside its name.
void compare_scaling(const RopeScaling& a, const RopeScaling& b, std::vector<ConfigDifference>& found) {
    const auto keys = all_scaling_keys();
    for (const ScalingKey& row : keys)
        if (&row == keys.data() || (a.kind == b.kind && row.applies(a)))
            compare(row.key, "positional.scaling." + std::string(row.key.name), a, b, found);
}

/// Whether there is a transform before the output matrix; what it is, the rows of its keys compare.
void compare_transform(Config a, Config b, std::vector<ConfigDifference>& found) {
    const HeadTransform &first = a.head.transform, &second = b.head.transform;
    if (static_cast<bool>(first) == static_cast<bool>(second)) return;
    const auto text = [](const HeadTransform& transform) {
        return std::string(transform ? transform.activation->title : "none");
    };
    found.push_back({.key = "head.transform",
                     .title = "Head transform",
                     .value = second ? std::string(second.activation->name) : "null",
                     .from = text(first),
                     .to = text(second)});
}

/// What the one kind of both has beside its name.
void compare_settings(Config a, Config b, std::vector<ConfigDifference>& found) {
    const PositionalKind* const kind = a.positional.kind;
    if (kind == b.positional.kind && kind != nullptr)
        for (const PositionalSetting& setting : kind->settings)
            if (const std::string name = "positional." + std::string(setting.key.name); !follows(name, a, b))
                compare(setting.key, name, a.positional, b.positional, found);
    if (kind == b.positional.kind) compare_scaling(a.positional.scaling, b.positional.scaling, found);
    const MaskKind* const mask = a.mask.kind;
    if (mask == b.mask.kind && mask != nullptr && mask->number && a.mask.number != b.mask.number)
        found.push_back({.key = "mask." + std::string(mask->number->key),
                         .title = mask->number->title,
                         .value = std::to_string(b.mask.number),
                         .from = std::to_string(a.mask.number),
                         .to = std::to_string(b.mask.number)});
}

}  // namespace

std::vector<ConfigDifference> config_differences(const ModelConfig& first, const ModelConfig& second) {
    std::vector<ConfigDifference> found;
    const auto& architecture = config_key("architecture").key;
    compare(architecture, "architecture", first, second, found);
    if (!found.empty() && !(is_transformer(first) && is_transformer(second))) return found;
    for (const ConfigKeyRow& row : all_config_keys())
        if (row.key.name == "n_kv_heads")
            compare_key_heads(first, second, found);
        else if (row.key.name != "architecture" && counts(row, first, second))
            compare(row.key, std::string(row.key.name), first, second, found);
    if (is_transformer(first)) compare_settings(first, second, found);
    compare_transform(first, second, found);
    return found;
}

bool is_size(const ConfigDifference& difference) {
    return std::ranges::find(size_keys, difference.key) != size_keys.end();
}

}  // namespace glassformer
