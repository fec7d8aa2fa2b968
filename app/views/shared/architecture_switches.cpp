#include "app/views/shared/architecture_switches.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

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

/// The same as a switch of trained weights.
ArchitectureSwitch of_trained(const ConfigKeyRow& row) {
    ArchitectureSwitch what = of_key(row);
    if (*row.offered.hint != 0) what.sentence = row.offered.hint;
    if (row.offered.values != nullptr) what.values = row.offered.values;
    return what;
}

/// A key whose switch has other words in some models.
struct OtherWords {
    std::string_view key;
    bool (*of)(Config config);
    const char *title, *sentence;
};
constexpr std::array other_words{
    OtherWords{"n_layers", [](Config c) { return !has_target(c) && c.shared_layers; }, texts::shared::applications,
               texts::shared::applications_hint},
    OtherWords{"n_layers", has_target, texts::shared::encoder_blocks, texts::shared::encoder_blocks_hint}};

/// The rows of a key, one for each set of words.
void add_rows(std::vector<ArchitectureSwitch>& rows, const ConfigKeyRow& row) {
    ArchitectureSwitch usual = of_trained(row);
    usual.applies = [&row](Config c) {
        return is_switchable(row, c) && std::ranges::none_of(other_words, [&](const OtherWords& words) {
                   return words.key == row.key.name && words.of(c);
               });
    };
    rows.push_back(std::move(usual));
    for (const OtherWords& words : other_words) {
        if (words.key != row.key.name) continue;
        ArchitectureSwitch other = of_trained(row);
        other.title = words.title;
        other.sentence = words.sentence;
        other.applies = [&row, of = words.of](Config c) { return is_switchable(row, c) && of(c); };
        rows.push_back(std::move(other));
    }
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
    // Then how deep it is, and with which weights.
    constexpr std::array<std::string_view, 3> depth{"n_layers", "n_decoder_layers", "shared_layers"};
    for (const std::string_view key : depth) add_rows(rows, config_key(key));
    for (const ConfigKeyRow& row : all_config_keys())
        if (row.offered.on && object_of(row.key.name) != "mask" && object_of(row.key.name) != "positional" &&
            std::ranges::find(depth, row.key.name) == depth.end())
            add_rows(rows, row);
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

bool is_offered(const ArchitectureSwitch& what, const ModelConfig& original, const ModelConfig& changed) {
    return what.applies(changed) && (!what.values || what.values(original, changed).size() > 1);
}

const ArchitectureSwitch* find_switch(std::string_view key, const ModelConfig& changed) {
    for (const ArchitectureSwitch& what : all_switches())
        if (what.key == key && what.applies(changed)) return &what;
    return nullptr;
}

std::string value_title(const ArchitectureSwitch& what, const std::string& value) {
    if (what.kind == Kind::flag) return value == "true" ? texts::shared::on : texts::shared::off;
    if (what.kind == Kind::choice)
        for (const SwitchOption& option : what.options())
            if (option.name == value) return option.title;
    return value;
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
    } else if (key == "shared_layers" && value == "false") {
        Inputs changed = with_key(inputs, key, json);
        if (original.shared_layers) return changed;
        const ModelConfig deep = patched_config(original, inputs.architecture.empty() ? "{}" : inputs.architecture);
        if (deep.n_layers > original.n_layers) changed = without_key(changed, "n_layers");
        if (deep.n_decoder_layers > original.n_decoder_layers) changed = without_key(changed, "n_decoder_layers");
        return changed;
    }
    return with_key(inputs, key, json);
}

}  // namespace

std::span<const ArchitectureSwitch> training_switches() {
    static const std::vector<ArchitectureSwitch> switches = [] {
        std::vector<ArchitectureSwitch> rows = switch_rows();
        // Blocks and heads are settings of a training of their own; words about trained weights have no place there.
        std::erase_if(rows, [](const ArchitectureSwitch& row) { return static_cast<bool>(row.values); });
        for (ArchitectureSwitch& row : rows) {
            for (const ConfigKeyRow& key : all_config_keys())
                if (key.key.name == row.key) row.sentence = key.key.hint;
            if (row.key == "tie_embeddings") row.applies = [](Config) { return true; };
        }
        for (const char* key : {"n_kv_heads", "gated_mlp"}) rows.push_back(of_key(config_key(key)));
        rows.back().applies = [](Config c) { return is_transformer(c) && c.mlp; };
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
constexpr std::array trained_parts{TrainedPart{"embed.input", texts::shared::trained_input},
                                   TrainedPart{"attn.", texts::shared::trained_attention},
                                   TrainedPart{"mlp.gate", texts::shared::trained_gate},
                                   TrainedPart{"mlp.", texts::shared::trained_mlp},
                                   TrainedPart{"final_norm", texts::shared::trained_final_norm},
                                   TrainedPart{"norm", texts::shared::trained_norm},
                                   TrainedPart{"head.", texts::shared::trained_output},
                                   TrainedPart{"", texts::shared::trained_weights}};

const char* words_of_parameter(std::string_view name) {
    for (const PositionalKind& kind : all_positional_kinds())
        for (const PositionalParameter& parameter : kind.parameters)
            if (name.ends_with(parameter.name)) return kind.trained;
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
        Inputs plain = without_key(changed, key);
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
    std::string key;
    const std::string option = value_title(what, value);
    const Inputs changed = switched(original->config, inputs, what, value, tokens, key);
    const auto missing = missing_parameter(*original, changed.architecture);
    if (!missing) return fmt::format(texts::shared::value_refused, what.title, option, in_words(error.what()));
    const char* const words = words_of_parameter(missing->needed.name);
    return missing->other_shape ? fmt::format(texts::shared::trained_otherwise, what.title, option, words)
                                : fmt::format(texts::shared::not_trained, what.title, option, words);
}

}  // namespace glassformer
