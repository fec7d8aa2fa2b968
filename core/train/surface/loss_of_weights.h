// The loss of any weights of one model on the same texts.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/base/aligned.h"
#include "core/train/batch.h"
#include "core/train/sample.h"
#include "core/train/surface/directions.h"

namespace glassformer {

/// The model is recorded once, on weights of its own that are written anew for every loss. Losses are the mean cross
/// entropy over all labelled positions of the samples, in nats, without label smoothing; NaN and infinities as they
/// come out.
class LossOfWeights {
public:
    /// Weights of the config with the names and shapes of `like`. The samples must stay; one of them has a label.
    LossOfWeights(const ModelConfig& config, const Weights& like, std::span<const Sample> samples);
    double of(const Weights& weights);
    /// Of centre + first · directions[0] + second · directions[1], each number rounded once.
    double at(const Weights& centre, const Directions& directions, double first, double second);

private:
    double measure();
    std::span<const Sample> samples_;
    std::vector<std::size_t> places_;  // of a parameter in the values
    std::shared_ptr<AlignedFloats> values_;
    Weights weights_;  // views of the values
    std::unique_ptr<Batch> batch_;
    std::ptrdiff_t labelled_ = 0;
    bool filled_ = false;
};

}  // namespace glassformer
