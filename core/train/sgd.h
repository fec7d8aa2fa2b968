// Stochastic gradient descent with momentum (Polyak 1964), in the form that PyTorch gives it: the learning rate stands
// outside the sum, and a decay of the weights is part of the gradient.
#pragma once

#include "core/base/aligned.h"
#include "core/train/optimiser.h"

namespace glassformer {

class Sgd final : public Optimiser {
public:
    explicit Sgd(std::size_t count) : velocity_(count) {}

    void begin_step() override {}

    /// The entries from `offset` on, with g = scale · gradient + λθ: v ← μv + g, θ ← θ - ηv.
    void update(const OptimiserStep& step, std::size_t offset, std::span<float> values, std::span<const float> gradient,
                float scale) override;

    std::size_t bytes() const override { return velocity_.size() * sizeof(float); }
    std::vector<Moment> moments() override { return {{"velocity", velocity_}}; }

private:
    AlignedFloats velocity_;
};

}  // namespace glassformer
