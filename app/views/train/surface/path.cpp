#include "app/views/train/surface/path.h"

#include <algorithm>

namespace glassformer {

LossOfWeights::LossOfWeights(const TrainingPlan& plan, const ModelConfig& config, const Weights& like) {
    constexpr std::size_t line = memory_alignment / sizeof(float);
    std::size_t floats = 0;
    for (const Parameter& parameter : like.parameters) {
        places_.push_back(floats);
        floats += (parameter.shape.count() + line - 1) / line * line;  // each starts on a cache line
    }
    values_ = std::make_shared<AlignedFloats>(floats);
    for (std::size_t p = 0; p < places_.size(); ++p) {
        const Parameter& from = like.parameters[p];
        weights_.parameters.push_back({from.name, from.shape, values_->data() + places_[p], values_});
        std::copy_n(from.data, from.shape.count(), values_->data() + places_[p]);
    }
    texts_ = std::make_unique<HeldOutTexts>(plan.task, config, weights_);
}

double LossOfWeights::measure() { return static_cast<double>(texts_->measure(0).loss); }

double LossOfWeights::of(const Weights& weights) {
    for (std::size_t p = 0; p < places_.size(); ++p)
        std::copy_n(weights.parameters[p].data, weights.parameters[p].shape.count(), values_->data() + places_[p]);
    return measure();
}

double LossOfWeights::on_plane(const Weights& centre, const Directions& directions, double first, double second) {
    const float *along = directions[0].values.data(), *across = directions[1].values.data();
    for (std::size_t p = 0; p < places_.size(); ++p) {
        const std::size_t count = centre.parameters[p].shape.count();
        const float* from = centre.parameters[p].data;
        float* to = values_->data() + places_[p];
        for (std::size_t i = 0; i < count; ++i)
            to[i] = static_cast<float>(static_cast<double>(from[i]) + first * static_cast<double>(along[i]) +
                                       second * static_cast<double>(across[i]));
        along += count;
        across += count;
    }
    return measure();
}

}  // namespace glassformer
