// AdamW (Loshchilov and Hutter 2019): Adam (Kingma and Ba 2015) with the decay of the weights taken out of the
// gradient.
#pragma once

#include "core/base/aligned.h"
#include "core/train/optimiser.h"

namespace glassformer {

class AdamW final : public Optimiser {
public:
    explicit AdamW(std::size_t count) : mean_(count), square_(count) {}

    /// Counts a step; then update() once for every part of the parameters.
    void begin_step() override { ++steps_; }

    /// The entries from `offset` on, with g = scale · gradient: m ← β₁m + (1-β₁)g, v ← β₂v + (1-β₂)g²,
    /// θ ← θ - η (m/(1-β₁ᵗ) / (√(v/(1-β₂ᵗ)) + ε) + λθ).
    void update(const OptimiserStep& step, std::size_t offset, std::span<float> values, std::span<const float> gradient,
                float scale) override;

    std::size_t bytes() const override { return (mean_.size() + square_.size()) * sizeof(float); }
    std::vector<Moment> moments() override { return {{"mean", mean_}, {"square", square_}}; }
    int steps() const override { return steps_; }
    void set_steps(int steps) override { steps_ = steps; }

private:
    AlignedFloats mean_, square_;
    int steps_ = 0;
};

}  // namespace glassformer
