// What tells two architectures apart, key by key of config.json, as the window says it of two models of one task.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/config.h"

namespace glassformer {

/// A key whose values differ.
struct ConfigDifference {
    std::string key;       // "norm_placement", "positional.clip"
    const char* title;     // on the screen: "Norm placement"
    std::string value;     // of the second config, as config.json has it: "post", "true", "4"
    std::string from, to;  // both on the screen: "pre-norm" and "post-norm"; of a flag "off" and "on"
    bool operator==(const ConfigDifference& other) const { return key == other.key && value == other.value; }
};

/// The keys in which the second config differs from the first, in the order of config.json. Left out is what has no
/// effect in one of the two (the activation of a model without MLP), what follows from another difference (how many
/// rows a learned table of positions has, settings of another encoding), and the tokenizer. Where only one is a
/// transformer, the architecture is the one difference. Empty: the same architecture in the same sizes.
std::vector<ConfigDifference> config_differences(const ModelConfig& first, const ModelConfig& second);

/// Sizes alone: a model of other sizes has the same architecture.
bool is_size(const ConfigDifference& difference);

}  // namespace glassformer
