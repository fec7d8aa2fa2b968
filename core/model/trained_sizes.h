// Which sizes the weights of a trained model hold beside their own: of the trained config and of the one as it is
// changed, in ascending order. What they do not hold is refused by core/model/patched_model.h.
#pragma once

#include <vector>

namespace glassformer {

struct ModelConfig;

/// Numbers of blocks: the first of the trained ones; of one block that is applied again and again, some numbers of
/// times.
std::vector<int> block_counts(const ModelConfig& original, const ModelConfig& changed);
std::vector<int> decoder_block_counts(const ModelConfig& original, const ModelConfig& changed);
/// Numbers of heads into which the matrices of queries, and those of keys and values, can be cut evenly.
std::vector<int> head_counts(const ModelConfig& original, const ModelConfig& changed);

}  // namespace glassformer
