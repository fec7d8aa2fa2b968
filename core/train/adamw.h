// AdamW (Loshchilov and Hutter 2019): Adam (Kingma and Ba 2015) with the decay of the weights taken out of the
// gradient.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/aligned.h"

namespace glassformer {

/// Settings of one step.
struct AdamWStep {
    double learning_rate = 0;
    double beta1 = 0.9;
    double beta2 = 0.99;
    double eps = 1e-8;
    double weight_decay = 0;
};

class AdamW {
public:
    explicit AdamW(std::size_t count) : mean_(count), square_(count) {}

    /// Counts a step; then update() once for every part of the parameters.
    void begin_step() { ++steps_; }

    /// The entries from `offset` on, with g = scale · gradient: m ← β₁m + (1-β₁)g, v ← β₂v + (1-β₂)g²,
    /// θ ← θ - η (m/(1-β₁ᵗ) / (√(v/(1-β₂ᵗ)) + ε) + λθ).
    void update(const AdamWStep& step, std::size_t offset, std::span<float> values, std::span<const float> gradient,
                float scale);

private:
    AlignedFloats mean_, square_;
    int steps_ = 0;
};

}  // namespace glassformer
