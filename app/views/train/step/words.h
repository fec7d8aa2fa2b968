// The words of a training's texts and labels.
#pragma once

#include <string>

#include "core/train/live/training_plan.h"

namespace glassformer {

/// A token of the texts; of the target texts of an encoder-decoder where `target` is set.
std::string token_word(const TrainingPlan& plan, int token, bool target = false);
/// What is to be predicted: a class, or a token.
std::string label_word(const TrainingPlan& plan, int label);
/// "blocks.0.attn.q.weight [3, 17]", counted from 0 as in the model's file.
std::string weight_name(const Parameter& parameter, std::size_t index);
/// "64 × 32"
std::string size_text(const Shape& shape);

}  // namespace glassformer
