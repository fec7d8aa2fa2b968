#include "app/views/shared/architecture_switches.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/io/model_folder.h"
#include "core/model/mask.h"
#include "core/model/patched_model.h"
#include "core/model/positional.h"
#include "core/ops/activation_table.h"
#include "core/session/intervention.h"

namespace glassformer {

namespace {

using Config = const ModelConfig&;
using Kind = ArchitectureSwitch::Kind;

bool transformer(Config c) { return is_transformer(c); }
bool with_norm(Config c) { return is_transformer(c) && c.norm != Norm::none; }
bool one_stack(Config c) { return is_transformer(c) && c.architecture != Architecture::encoder_decoder; }
bool with_activation(Config c) { return (is_transformer(c) && c.mlp) || c.architecture == Architecture::convolution; }
bool with_stream(Config c) { return is_transformer(c) || c.architecture == Architecture::convolution; }

std::string flag(bool on) { return on ? "true" : "false"; }

template <class Rows>
std::vector<SwitchOption> named(const Rows& rows) {
    std::vector<SwitchOption> options;
    for (const auto& row : rows) options.push_back({std::string(row.name), row.sentence});
    return options;
}

template <class Enum, std::size_t N>
std::string name_of(const std::array<const char*, N>& names, Enum value) {
    return names.at(static_cast<std::size_t>(value));
}

// In the order of the enums of core/model/config.h.
constexpr std::array norms{"layernorm", "rmsnorm", "none"};
constexpr std::array placements{"pre", "post"};
constexpr std::array scales{"sqrt_d_head", "none", "qk_fourth_root"};

constexpr std::array switches{
    ArchitectureSwitch{"mask.kind", "Mask", "Which keys a query may see.", Kind::choice, one_stack,
                       [](Config c) { return std::string(c.mask.kind->name); }, [] { return named(all_masks()); }},
    ArchitectureSwitch{"mask.window", "Window", "So many keys are seen, the own one among them.", Kind::whole,
                       [](Config c) { return one_stack(c) && c.mask.kind->needs_window; },
                       [](Config c) { return std::to_string(c.mask.window); }},
    ArchitectureSwitch{"mask.stride", "Stride", "Every so many keys one is seen from afar.", Kind::whole,
                       [](Config c) { return one_stack(c) && c.mask.kind->needs_stride; },
                       [](Config c) { return std::to_string(c.mask.stride); }},
    ArchitectureSwitch{"mask.prefix", "Prefix", "So many keys at the beginning are seen by all.", Kind::whole,
                       [](Config c) { return one_stack(c) && c.mask.kind->needs_prefix; },
                       [](Config c) { return std::to_string(c.mask.prefix); }},
    ArchitectureSwitch{"mask.segment", "Segment", "So many tokens are a segment.", Kind::whole,
                       [](Config c) { return one_stack(c) && c.mask.kind->needs_segment; },
                       [](Config c) { return std::to_string(c.mask.segment); }},
    ArchitectureSwitch{"positional.kind", "Positions", "How the model is told where a token stands.", Kind::choice,
                       transformer, [](Config c) { return std::string(c.positional.kind->name); },
                       [] { return named(all_positional_kinds()); }},
    ArchitectureSwitch{"positional.base", "Base", "The base of the positions' sines and angles.", Kind::number,
                       [](Config c) { return is_transformer(c) && c.positional.kind->has_base; },
                       [](Config c) { return decimal(c.positional.base); }, nullptr, 10, 1e6},
    ArchitectureSwitch{"attention_scale", "Scale", "What scores are divided by.", Kind::choice, transformer,
                       [](Config c) { return name_of(scales, c.attention_scale); },
                       [] {
                           return std::vector<SwitchOption>{
                               {"sqrt_d_head", "Scores are divided by the root of d_head."},
                               {"none", "Scores are used as they are."},
                               {"qk_fourth_root", "Queries and keys are each divided by the fourth root."}};
                       }},
    ArchitectureSwitch{"attention_temperature", "Temperature",
                       "Scores are divided by it: below 1 attention is sharper, above 1 it spreads.", Kind::number,
                       transformer, [](Config c) { return decimal(static_cast<double>(c.attention_temperature)); },
                       nullptr, 0.1, 10},
    ArchitectureSwitch{"norm", "Norm", "How rows are scaled.", Kind::choice, transformer,
                       [](Config c) { return name_of(norms, c.norm); },
                       [] {
                           return std::vector<SwitchOption>{{"layernorm", "Mean 0 and variance 1, then gain and bias."},
                                                            {"rmsnorm", "Root mean square 1, then the gain."},
                                                            {"none", "Rows stay as they are."}};
                       }},
    ArchitectureSwitch{"norm_placement", "Norm is", "Where the norm stands.", Kind::choice, with_norm,
                       [](Config c) { return name_of(placements, c.norm_placement); },
                       [] {
                           return std::vector<SwitchOption>{{"pre", "Before each part of a block."},
                                                            {"post", "After each part and its residual sum."}};
                       }},
    ArchitectureSwitch{"norm_eps", "Norm's ε", "Added to the variance.", Kind::number, with_norm,
                       [](Config c) { return decimal(static_cast<double>(c.norm_eps)); }, nullptr, 1e-8, 1},
    ArchitectureSwitch{"activation", "Activation", "Between the two matrices of the MLP.", Kind::choice,
                       with_activation, [](Config c) { return std::string(c.activation->name); },
                       [] { return named(all_activations()); }},
    ArchitectureSwitch{"residual", "Residual sums", "Each part adds to the stream; off: it takes the stream's place.",
                       Kind::flag, with_stream, [](Config c) { return flag(c.residual); }},
    ArchitectureSwitch{"mlp", "MLP", "Off: blocks are attention alone.", Kind::flag, transformer,
                       [](Config c) { return flag(c.mlp); }},
    ArchitectureSwitch{"final_norm", "Final norm", "The norm before the output.", Kind::flag, with_norm,
                       [](Config c) { return flag(c.final_norm); }},
    ArchitectureSwitch{"lookup.hardness", "Hardness", "What scores of the table are multiplied by.", Kind::number,
                       [](Config c) { return c.architecture == Architecture::lookup; },
                       [](Config c) { return decimal(static_cast<double>(c.lookup.hardness)); }, nullptr, 0.01, 100},
};

/// A mask needs its number: the model's own where it has one.
std::string mask_json(Config original, const std::string& name, int tokens) {
    nlohmann::ordered_json mask{{"kind", name}};
    const MaskKind* kind = find_mask(name);
    if (kind == nullptr) return mask.dump();
    const int third = std::max(2, tokens / 3);
    const auto give = [&](const char* key, bool needed, int own, int otherwise) {
        if (needed) mask[key] = own > 0 ? own : otherwise;
    };
    give("window", kind->needs_window, original.mask.window, third);
    give("stride", kind->needs_stride, original.mask.stride,
         std::max(2, static_cast<int>(std::lround(std::sqrt(static_cast<double>(tokens))))));
    give("prefix", kind->needs_prefix, original.mask.prefix, third);
    give("segment", kind->needs_segment, original.mask.segment, third);
    return mask.dump();
}

/// What only the model's own kind has is taken out for another.
std::string positional_json(Config original, const std::string& name) {
    nlohmann::ordered_json positional{{"kind", name}};
    if (original.positional.combine == Combine::append && original.positional.kind->name != name)
        positional["combine"] = positional["dims"] = nullptr;
    // Without a clip nothing could be said about the parameters that such positions need.
    if (name == "shaw") positional["clip"] = original.positional.clip > 0 ? original.positional.clip : 1;
    return positional.dump();
}

}  // namespace

std::span<const ArchitectureSwitch> all_switches() { return switches; }

double rounded(double value) { return std::strtod(decimal(value).c_str(), nullptr); }

std::string decimal(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.2g", value);
    const double near = std::strtod(text.data(), nullptr);
    if (std::abs(near) >= 1 && std::abs(near) < 1e7) std::snprintf(text.data(), text.size(), "%.10g", near);
    return text.data();
}

Inputs with_switch(const std::shared_ptr<const Model>& original, const Inputs& inputs, const ArchitectureSwitch& what,
                   const std::string& value, int tokens) {
    std::string_view key = what.key;
    std::string json = what.kind == Kind::choice ? nlohmann::json(value).dump() : value;
    if (key == "mask.kind") {
        key = "mask";
        json = mask_json(original->config, value, tokens);
    } else if (key == "positional.kind") {
        key = "positional";
        json = positional_json(original->config, value);
    }
    Inputs changed = with_key(inputs, key, json);
    const auto made = patched_model(original, changed.architecture);
    try {
        Inputs plain = without_key(inputs, key);
        if (patched_model(original, plain.architecture)->config == made->config) return plain;
    } catch (const Error&) {
        // The other keys need this one.
    }
    return changed;
}

}  // namespace glassformer
