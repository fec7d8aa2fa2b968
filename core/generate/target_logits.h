// The next token's logits of an encoder–decoder, for generation.h. The source is encoded once; the decoder is recorded
// for the longest target and reads what there is of it, for no row of it sees what stands behind.
#pragma once

#include <span>
#include <vector>

#include "core/model/graph.h"

namespace glassformer {

class TargetLogits {
public:
    /// For this source and targets of at most `longest` tokens. Throws Error for a model of another kind and for
    /// lengths that it does not read. The weights, and the backend where there is one, outlive it.
    TargetLogits(const ModelConfig& config, const Weights& weights, std::span<const int> source, int longest,
                 Backend* backend = nullptr);

    /// Logits of the token behind this target, which is not empty and not longer than `longest`.
    std::vector<float> operator()(std::span<const int> target);

private:
    Tape tape_;
    Graph graph_;
    std::vector<float> target_;
};

}  // namespace glassformer
