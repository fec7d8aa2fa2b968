// GPT-2 (Radford et al. 2019) as Hugging Face stores it: a pre-norm decoder with learned positions. Only names and
// layout differ from ours: q, k and v lie in one matrix, and the head is stored as [vocab, d_model].
#pragma once

#include <string>
#include <vector>

#include "core/io/safetensors.h"
#include "core/model/config.h"
#include "core/model/weights.h"

namespace glassformer {

/// Reads config.json's text; keys without a meaning for the forward pass are skipped. Throws Error as parse_config.
ModelConfig gpt2_config(const std::string& json, const std::string& source);

/// The weights under our names; names with and without the prefix "transformer.". Throws Error for a missing or
/// misshaped tensor; adds a warning for tensors that are not used.
Weights gpt2_weights(const ModelConfig& config, const SafetensorsFile& file, std::vector<std::string>& warnings);

}  // namespace glassformer
