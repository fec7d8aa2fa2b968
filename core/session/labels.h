// What a loss is measured against: the labels of one text, as a user writes them, and the loss of each position.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/tensor/tensor.h"

namespace glassformer {

struct Model;       // io/model_folder.h
struct TokenLabel;  // session.h

/// One label a row of the logits, -1: the row is not counted. Written as
///   ""                    each row's next token, in an encoder–decoder the target's next; an empty list for a model
///                         that predicts none. A pass asks default_labels() in its place, which knows the tasks;
///   "2", "#2" or "good"   a classifier's class, by its number or by its name in the model's card;
///   "#4,7,-1"             token IDs, one per row from the first on;
///   "5: cat; 7: #12"      some rows alone: row 5 should answer "cat", row 7 token 12;
///   any other text        cut into tokens, one a row from the first on.
/// Rows beyond the list are not counted. Throws Error naming the part that is no label of this model, or a row or
/// class that does not exist.
std::vector<float> read_labels(const Model& model, const std::string& written, std::span<const TokenLabel> tokens,
                               std::span<const TokenLabel> target);

/// The entry with the largest logit of each row [.., classes]; the first of equal ones.
std::vector<float> most_probable(const ConstView& logits);

/// log Σ exp(row) - row[label], in double; NaN where the label is -1. Their mean over the counted rows is the loss.
std::vector<double> loss_by_row(const ConstView& logits, std::span<const float> labels);

}  // namespace glassformer
