// Models that are only counted: their configs, and the numbers in their weights by part.
#pragma once

#include "core/model/config.h"

namespace glassformer::exercises {

struct BlockSizes {
    int d_model = 64, heads = 4, kv_heads = 0;  // kv_heads 0: as many as heads
    int d_ff = 256, layers = 1;
    bool biases = true;
};
/// A decoder of these sizes, whose embeddings nobody counts.
ModelConfig config_of_sizes(const BlockSizes& sizes);

struct BlockParameters {
    double attention = 0, mlp = 0, norms = 0;
};
/// Of a config without a final norm.
BlockParameters block_parameters(const ModelConfig& config);

}  // namespace glassformer::exercises
