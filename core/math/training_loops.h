// The loops of a training step over all of a model's numbers: gradients of a batch summed, and both optimisers'
// updates.
#pragma once

#include <span>

namespace glassformer {

/// sum = share · values where `first`, else sum += share · values.
void add_share(std::span<float> sum, float share, std::span<const float> values, bool first);

/// Σ x².
double sum_of_squares(std::span<const float> x);

/// Σ (after - before)² and Σ before².
struct ChangeSquares {
    double change, before;
};
ChangeSquares squares_of_change(std::span<const float> before, std::span<const float> after);

/// One step of AdamW (Loshchilov and Hutter 2019) with g = scale · gradient, t steps after the start:
/// m ← β₁m + (1-β₁)g, v ← β₂v + (1-β₂)g², θ ← θ - η (m/(1-β₁ᵗ) / (√(v/(1-β₂ᵗ)) + ε) + λθ).
struct AdamWStep {
    double learning_rate, beta1, beta2, eps, weight_decay;
    int t;
};
void adamw_step(const AdamWStep& step, std::span<float> theta, std::span<float> m, std::span<float> v,
                std::span<const float> gradient, float scale);

/// One step of gradient descent with momentum (Polyak 1964), as PyTorch has it: v ← μv + scale · gradient + λθ,
/// θ ← θ - ηv.
struct SgdStep {
    double learning_rate, momentum, weight_decay;
};
void sgd_step(const SgdStep& step, std::span<float> theta, std::span<float> v, std::span<const float> gradient,
              float scale);

}  // namespace glassformer
