// The parts of a model that a training is watched by, read off the names of its parameters and nowhere else.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/weights.h"

namespace glassformer {

struct PartsOfModel {
    std::vector<std::string> names;  // each once, in the order of their first parameters
    std::vector<int> of_parameter;   // index into names, in the order of parameter_shapes()
};

/// The part that a parameter of that name belongs to: "embeddings", "positions" (also what an encoding learns within
/// the blocks), "blocks.0.attention", "blocks.0.cross_attention", "blocks.0.mlp", "blocks.0.norms", "final_norm",
/// "head"; "rnn.0", "conv.0", "cross_attention" and "lookup" of other models than transformers. Those of an
/// encoder–decoder begin with "encoder." or "decoder.", but for the head.
std::string part_of_model(std::string_view parameter);

PartsOfModel parts_of_model(const ModelConfig& config);

}  // namespace glassformer
