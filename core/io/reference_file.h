// What another program computed from a model, beside its weights: expected.safetensors holds tensors under the names of
// the transformers library, input.json the token IDs that they are of (docs/checkpoints.md).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/safetensors.h"
#include "core/model/config.h"

namespace glassformer {

inline constexpr std::string_view reference_file = "expected.safetensors", reference_input_file = "input.json";

struct Reference {
    std::vector<int> tokens = {};
    std::vector<int> target = {};  // what the decoder of an encoder–decoder reads
    std::vector<int> types = {};   // of each token; empty: 0
    SafetensorsFile expected;

    /// Whether the folder has an expected.safetensors.
    static bool is_in(const std::filesystem::path& folder);
    /// Takes expected.safetensors and its input.json away from a folder that got other weights; true where there was
    /// one. Throws Error where a file cannot be removed.
    static bool remove_from(const std::filesystem::path& folder);
    /// Throws Error naming the file and what is wrong with it.
    static Reference open(const std::filesystem::path& folder);
};

/// The stage of our pass that a tensor of a reference is: "attentions.0" is "blocks.0.attn.weights". `config` of the
/// model. Any other name is taken as that of a stage: "logits".
std::string stage_of_reference(std::string_view name, const ModelConfig& config);

}  // namespace glassformer
