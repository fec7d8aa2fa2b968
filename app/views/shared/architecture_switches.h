// What can be switched in the architecture of a trained model: one row a key of config.json, with the values it may
// take. The rows say what there is, and take what they say of a key from its row in core/model/config_key.h,
// positional.h or mask.h; core/model/patched_model.h says what a model's weights allow.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/session/session.h"

namespace glassformer {

struct ModelConfig;

struct SwitchOption {
    std::string name;      // as in config.json: "rope"
    std::string sentence;  // what it does; "" where the name says it
    std::string title;     // on the screen: "Rotary (RoPE)"; the name where it is a word
};

struct ArchitectureSwitch {
    enum class Kind : std::uint8_t { choice, flag, number, whole };
    std::string key;  // "mask.kind"
    const char* title;
    const char* sentence;
    Kind kind;
    std::function<bool(const ModelConfig& config)> applies;
    std::function<std::string(const ModelConfig& config)> value;  // name of the option, "true", "0.5"
    std::function<std::vector<SwitchOption>()> options{};         // of a choice
    double low = 0, high = 0;                                     // of a number, on a logarithmic scale
    /// Of a whole number: the values that the weights hold, in ascending order; none: from 1 to the number of tokens.
    std::function<std::vector<int>(const ModelConfig& original, const ModelConfig& changed)> values{};
};

/// In the order of the sheet. Two rows may have the same key, with other words for models that no config is both of.
std::span<const ArchitectureSwitch> all_switches();
/// The model has the switch, and more than one value of it.
bool is_offered(const ArchitectureSwitch& what, const ModelConfig& original, const ModelConfig& changed);
/// The row of a key that this model has; null where it has none.
const ArchitectureSwitch* find_switch(std::string_view key, const ModelConfig& changed);
/// A value in the words of the sheet: "on", "RMSNorm", "4".
std::string value_title(const ArchitectureSwitch& what, const std::string& value);

/// The same, and what can only be chosen before a model is trained.
std::span<const ArchitectureSwitch> training_switches();
/// The patch of a config with the switch at a value, whatever weights there are. A mask that needs a number and has
/// none takes one from the number of tokens.
std::string patch_with_switch(const ModelConfig& original, const std::string& patch, const ArchitectureSwitch& what,
                              const std::string& value, int tokens);

/// The inputs with the switch at a value, as ArchitectureSwitch::value writes it; the key is left out where the model
/// has this value itself. `original`: the model without a changed architecture. A mask that needs a number and has none
/// takes one from the number of tokens; blocks that no longer share their weights are at most as many as were trained.
/// Throws Error with the one sentence of core/model/patched_model.h where it is
/// refused.
Inputs with_switch(const std::shared_ptr<const Model>& original, const Inputs& inputs, const ArchitectureSwitch& what,
                   const std::string& value, int tokens);

/// Why with_switch() refuses, in the words of the sheet: "Positions “Learned” needs trained position vectors, which
/// this model does not have."; "" where it does not.
std::string refusal(const std::shared_ptr<const Model>& original, const Inputs& inputs, const ArchitectureSwitch& what,
                    const std::string& value, int tokens);

/// Two digits that mean something: what a slider sets.
double rounded(double value);
std::string decimal(double value);

}  // namespace glassformer
