#include "app/views/shared/architecture_switches.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "app/views/shared/texts.h"
#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/io/model_folder.h"
#include "core/model/config_key.h"
#include "core/model/mask.h"
#include "core/model/patched_model.h"
#include "core/model/positional.h"
#include "core/session/intervention.h"

namespace glassformer {

namespace {

using Config = const ModelConfig&;
using Kind = ArchitectureSwitch::Kind;

/// A value as config.json has it.
template <class Owner>
std::string value_text(const KeyOf<Owner>& key, const Owner& owner) {
    const double value = key.get(owner);
    switch (key.type) {
        case KeyType::flag: return value != 0 ? "true" : "false";
        case KeyType::whole: return std::to_string(std::lround(value));
        case KeyType::choice: return std::string(key.options()[static_cast<std::size_t>(value)].name);
        case KeyType::number: break;
    }
    return decimal(value);
}

Kind kind_of(KeyType type) {
    switch (type) {
        case KeyType::flag: return Kind::flag;
        case KeyType::whole: return Kind::whole;
        case KeyType::choice: return Kind::choice;
        case KeyType::number: break;
    }
    return Kind::number;
}

std::function<std::vector<SwitchOption>()> options_of(std::span<const KeyOption> (*options)()) {
    if (options == nullptr) return {};
    return [options] {
        std::vector<SwitchOption> all;
        for (const KeyOption& option : options())
            all.push_back({std::string(option.name), option.sentence,
                           *option.title != 0 ? std::string(option.title) : std::string(option.name)});
        return all;
    };
}

bool is_switchable(const ConfigKeyRow& row, Config c) {
    return (row.applies == nullptr || row.applies(c)) && (row.offered.applies == nullptr || row.offered.applies(c));
}

ArchitectureSwitch of_key(const ConfigKeyRow& row) {
    return {.key = std::string(row.key.name),
            .title = row.key.title,
            .sentence = row.key.hint,
            .kind = kind_of(row.key.type),
            .applies = [&row](Config c) { return is_switchable(row, c); },
            .value = [&row](Config c) { return value_text(row.key, c); },
            .options = options_of(row.key.options),
            .low = row.offered.low,
            .high = row.offered.high};
}

ArchitectureSwitch of_mask(const MaskKind& kind) {
    return {.key = "mask." + std::string(kind.number->key),
            .title = kind.number->title,
            .sentence = kind.number->hint,
            .kind = Kind::whole,
            .applies = [&kind](Config c) { return is_switchable(config_key("mask.kind"), c) && c.mask.kind == &kind; },
            .value = [](Config c) { return std::to_string(c.mask.number); }};
}

ArchitectureSwitch of_setting(const PositionalSetting& setting) {
    const KeyOf<PositionalConfig>& key = setting.key;
    return {.key = "positional." + std::string(key.name),
            .title = key.title,
            .sentence = key.hint,
            .kind = kind_of(key.type),
            .applies = [name = key.name](
                           Config c) { return is_transformer(c) && find_setting(*c.positional.kind, name) != nullptr; },
            .value = [key](Config c) { return value_text(key, c.positional); },
            .options = options_of(key.options),
            .low = setting.range.low,
            .high = setting.range.high};
}

std::vector<ArchitectureSwitch> switch_rows() {
    std::vector<ArchitectureSwitch> rows;
    // What attention sees first: the mask and the positions, each with its numbers.
    rows.push_back(of_key(config_key("mask.kind")));
    for (const MaskKind& kind : all_masks())
        if (kind.number) rows.push_back(of_mask(kind));
    rows.push_back(of_key(config_key("positional.kind")));
    for_each_setting([&](const PositionalSetting& setting) {
        if (setting.switchable) rows.push_back(of_setting(setting));
    });
    for (const ConfigKeyRow& row : all_config_keys())
        if (row.offered.on && object_of(row.key.name) != "mask" && object_of(row.key.name) != "positional")
            rows.push_back(of_key(row));
    return rows;
}

/// A mask needs its number: the model's own where it has one by that name.
std::string mask_json(Config original, const std::string& name, int tokens) {
    Json mask{{"kind", name}};
    const MaskKind* kind = find_mask(name);
    if (kind == nullptr || !kind->number) return mask.dump();
    const MaskKind& own = *original.mask.kind;
    const bool same = own.number && own.number->key == kind->number->key;
    mask[kind->number->key] = same ? original.mask.number : kind->number->default_for(tokens);
    return mask.dump();
}

/// What only the model's own kind has is taken out for another.
std::string positional_json(Config original, const std::string& name) {
    Json positional{{"kind", name}};
    if (original.positional.combine == Combine::append && original.positional.kind->name != name)
        for (const char* own : {"dims", "combine"}) positional[own] = nullptr;
    const PositionalKind* kind = find_positional(name);
    if (kind == nullptr) return positional.dump();
    // Without a value that a config must give nothing could be said about the parameters that such positions need.
    for (const PositionalSetting& setting : kind->settings)
        if (setting.key.otherwise == nullptr)
            positional[setting.key.name] = static_cast<std::int64_t>(
                original.positional.kind == kind ? setting.key.get(original.positional) : setting.key.min);
    return positional.dump();
}

}  // namespace

std::span<const ArchitectureSwitch> all_switches() {
    static const std::vector<ArchitectureSwitch> switches = switch_rows();
    return switches;
}

double rounded(double value) { return std::strtod(decimal(value).c_str(), nullptr); }

std::string decimal(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.2g", value);
    const double near = std::strtod(text.data(), nullptr);
    if (std::abs(near) >= 1 && std::abs(near) < 1e7) std::snprintf(text.data(), text.size(), "%.10g", near);
    return text.data();
}

namespace {

/// The inputs with the switch at a value, whatever the weights allow; `key`: of the architecture.
Inputs switched(const ModelConfig& original, const Inputs& inputs, const ArchitectureSwitch& what,
                const std::string& value, int tokens, std::string& key) {
    key = what.key;
    std::string json = what.kind == Kind::choice ? Json(value).dump() : value;
    if (key == "mask.kind") {
        key = "mask";
        json = mask_json(original, value, tokens);
    } else if (key == "positional.kind") {
        key = "positional";
        json = positional_json(original, value);
    }
    return with_key(inputs, key, json);
}

}  // namespace

std::span<const ArchitectureSwitch> training_switches() {
    static const std::vector<ArchitectureSwitch> switches = [] {
        std::vector<ArchitectureSwitch> rows = switch_rows();
        for (const char* key :
             {"n_kv_heads", "gated_mlp", "tie_embeddings", "shared_layers", "attention_bias", "mlp_bias", "final_norm"})
            rows.push_back(of_key(config_key(key)));
        return rows;
    }();
    return switches;
}

std::string patch_with_switch(const ModelConfig& original, const std::string& patch, const ArchitectureSwitch& what,
                              const std::string& value, int tokens) {
    Inputs inputs;
    inputs.architecture = patch;
    std::string key;
    return switched(original, inputs, what, value, tokens, key).architecture;
}

namespace {

struct TrainedPart {
    std::string_view within;  // a parameter's name
    const char* words;
};
constexpr std::array trained_parts{TrainedPart{"embed.positions", texts::shared::trained_positions},
                                   TrainedPart{"embed.input", texts::shared::trained_input},
                                   TrainedPart{"attn.relative_bias", texts::shared::trained_biases},
                                   TrainedPart{"attn.relative_keys", texts::shared::trained_relative_keys},
                                   TrainedPart{"attn.relative.", texts::shared::trained_relative_terms},
                                   TrainedPart{"attn.fire", texts::shared::trained_fire},
                                   TrainedPart{"attn.", texts::shared::trained_attention},
                                   TrainedPart{"mlp.gate", texts::shared::trained_gate},
                                   TrainedPart{"mlp.", texts::shared::trained_mlp},
                                   TrainedPart{"final_norm", texts::shared::trained_final_norm},
                                   TrainedPart{"norm", texts::shared::trained_norm},
                                   TrainedPart{"", texts::shared::trained_weights}};

const char* words_of_parameter(std::string_view name) {
    for (const TrainedPart& part : trained_parts)
        if (name.find(part.within) != std::string_view::npos) return part.words;
    return "";
}

/// A message about keys of config.json with their titles and the titles of their values.
std::string in_words(std::string message) {
    const std::string_view begins = "the changed architecture: ";
    if (message.starts_with(begins)) message.erase(0, begins.size());
    const auto replace = [&](const std::string& what, const std::string& by) {
        for (std::size_t at = message.find(what); at != std::string::npos; at = message.find(what, at + by.size()))
            message.replace(at, what.size(), by);
    };
    for (const ArchitectureSwitch& row : all_switches()) {
        replace("\"" + row.key + "\"", row.title);
        if (row.kind == Kind::choice)
            for (const SwitchOption& option : row.options())
                replace("\"" + option.name + "\"", "“" + option.title + "”");
    }
    return message;
}

}  // namespace

Inputs with_switch(const std::shared_ptr<const Model>& original, const Inputs& inputs, const ArchitectureSwitch& what,
                   const std::string& value, int tokens) {
    std::string key;
    Inputs changed = switched(original->config, inputs, what, value, tokens, key);
    const auto made = patched_model(original, changed.architecture);
    try {
        Inputs plain = without_key(inputs, key);
        if (patched_model(original, plain.architecture)->config == made->config) return plain;
    } catch (const Error&) {
        // The other keys need this one.
    }
    return changed;
}

std::string refusal(const std::shared_ptr<const Model>& original, const Inputs& inputs, const ArchitectureSwitch& what,
                    const std::string& value, int tokens) try {
    static_cast<void>(with_switch(original, inputs, what, value, tokens));
    return "";
} catch (const Error& error) {
    std::string key, option = value;
    if (what.kind == Kind::choice)
        for (const SwitchOption& one : what.options())
            if (one.name == value) option = one.title;
    if (what.kind == Kind::flag) option = value == "true" ? texts::shared::on : texts::shared::off;
    const Inputs changed = switched(original->config, inputs, what, value, tokens, key);
    const auto missing = missing_parameter(*original, changed.architecture);
    if (!missing) return fmt::format(texts::shared::value_refused, what.title, option, in_words(error.what()));
    const char* const words = words_of_parameter(missing->needed.name);
    return missing->other_shape ? fmt::format(texts::shared::trained_otherwise, what.title, option, words)
                                : fmt::format(texts::shared::not_trained, what.title, option, words);
}

}  // namespace glassformer
