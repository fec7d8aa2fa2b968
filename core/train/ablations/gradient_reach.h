// How far back an answer reaches: the size of its gradient with respect to each token's embedding. In a recurrent
// network it is a product of as many factors as there are steps between (Hochreiter 1991; Bengio, Simard, Frasconi
// 1994; Pascanu, Mikolov, Bengio 2013); attention has one path of the same length to every token.
#pragma once

#include <span>
#include <vector>

#include "core/train/batch.h"

namespace glassformer {

/// What the gradient is of. loss: the cross entropy of the label; it fades where the answer is already sure. margin:
/// the label's logit minus the mean of all logits, which does not.
enum class Answer { loss, margin };

/// Euclidean norm of d answer / d embed at each position (`embed`: what the first layer reads), the mean over the
/// samples: [pos]. Throws Error for no samples, texts of different lengths, and a text without exactly one label.
std::vector<double> gradient_by_position(const ModelConfig& config, const Weights& weights,
                                         std::span<const Sample> samples, Answer answer);

}  // namespace glassformer
