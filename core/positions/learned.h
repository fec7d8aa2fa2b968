// What an encoding learned: drawn with a seed, as an untrained model has it, or of one head of a model. Plain tensors;
// those that the encoding has no use for are empty.
#pragma once

#include <string>
#include <vector>

#include "core/positions/settings.h"
#include "core/tape/stage.h"
#include "core/tensor/tensor.h"

namespace glassformer {
struct Model;  // io/model_folder.h
}

namespace glassformer::positions {

struct Learned {
    std::vector<Tensor> parameters;  // in the order of the encoding's row, of the head: see of_head()
    Tensor mix;                      // what is appended: its rows of embed.input.weight [d_position, d_model]
    std::string origin;              // "random, seed 3", or the model's name
};

/// Rows, biases and keys N(0, 1), matrices N(0, 1/rows), what starts uniform within ± b as N(0, b²), all from the seed:
/// the same however the settings that they do not depend on are changed. What starts as a number is that number.
Learned random_learned(const Settings& settings);

/// A head of self-attention: where it stands, which query head, and the settings that fit it.
struct HeadRef {
    Site site{.stack = Stack::only, .block = 0};  // block, and stack and attention in an encoder–decoder
    int head = 0;
};

/// Throws Error where the model has no such head.
Learned learned_of(const Model& model, const HeadRef& place);

/// What one head has of a parameter: 1 of Axis::head, which is left out before d_head; d_head of Axis::heads. So t5 has
/// [bucket, head 1], transformer_xl W_R [d_model, d_head] and u, v [d_head]; the rest is all of it.
Shape of_head(const Shape& all, int d_head);
/// The columns of one head: W [d_model, heads·d_head] -> [d_model, d_head]; a bias [heads·d_head] -> [d_head].
Tensor columns_of_head(const ConstView& all, int head, int d_head);
/// Where the block's parameters stand: block 0 for every depth with shared layers.
std::string block_prefix(const ModelConfig& config, const Site& site);

}  // namespace glassformer::positions
