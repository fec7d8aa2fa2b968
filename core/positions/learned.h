// What an encoding learned: drawn with a seed, as an untrained model has it, or of one head of a model. Plain tensors;
// those that the encoding has no use for are empty.
#pragma once

#include <string>

#include "core/positions/settings.h"
#include "core/tape/stage.h"
#include "core/tensor/tensor.h"

namespace glassformer {
struct Model;  // io/model_folder.h
}

namespace glassformer::positions {

struct Learned {
    Tensor positions;        // learned: [pos table_rows, d_model]; appended: [pos, d_position]
    Tensor mix;              // what is appended: its rows of embed.input.weight [d_position, d_model]
    Tensor bucket_bias;      // t5: [bucket, head 1]
    Tensor relative_keys;    // shaw: [offset 2·clip + 1, d_head]
    Tensor relative_weight;  // transformer_xl: W_R [d_model, d_head]
    Tensor content_bias;     // transformer_xl: u [d_head]
    Tensor position_bias;    // transformer_xl: v [d_head]
    std::string origin;      // "random, seed 3", or the model's name
};

/// Rows, biases and keys N(0, 1), matrices N(0, 1/rows), all from the seed: the same however the settings that they do
/// not depend on are changed.
Learned random_learned(const Settings& settings);

/// A head of self-attention: where it stands, which query head, and the settings that fit it.
struct HeadRef {
    Site site{.stack = Stack::only, .block = 0};  // block, and stack and attention in an encoder–decoder
    int head = 0;
};

/// Throws Error where the model has no such head.
Learned learned_of(const Model& model, const HeadRef& place);

/// The columns of one head: W [d_model, heads·d_head] -> [d_model, d_head]; a bias [heads·d_head] -> [d_head].
Tensor columns_of_head(const ConstView& all, int head, int d_head);
/// Where the block's parameters stand: block 0 for every depth with shared layers.
std::string block_prefix(const ModelConfig& config, const Site& site);

}  // namespace glassformer::positions
