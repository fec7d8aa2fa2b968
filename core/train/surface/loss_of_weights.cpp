#include "core/train/surface/loss_of_weights.h"

#include <algorithm>

namespace glassformer {

namespace {

constexpr std::size_t measured_together = 64;  // texts of a forward pass

}  // namespace

LossOfWeights::LossOfWeights(const ModelConfig& config, const Weights& like, std::span<const Sample> samples)
    : samples_(samples) {
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
    }
    const BatchLength length = longest(samples);
    batch_ = std::make_unique<Batch>(config, weights_,
                                     GraphSize{.batch = static_cast<int>(std::min(measured_together, samples.size())),
                                               .seq_len = length.seq_len,
                                               .target_len = length.target_len,
                                               .probs = false,
                                               .loss = true},
                                     Tape::Keep::needed);
    for (const Sample& sample : samples)
        labelled_ += std::ranges::count_if(sample.labels, [](int label) { return label >= 0; });
}

double LossOfWeights::measure() {
    const auto size = static_cast<std::size_t>(batch_->size().batch);
    double loss = 0;
    for (std::size_t begin = 0; begin < samples_.size(); begin += size) {
        if (begin > 0 || !filled_) batch_->set(samples_.subspan(begin, std::min(size, samples_.size() - begin)));
        filled_ = samples_.size() <= size;  // one batch holds them all and stays
        if (batch_->labelled() == 0) continue;
        batch_->tape().parameters_changed();
        batch_->tape().evaluate();
        loss += static_cast<double>(batch_->labelled()) / static_cast<double>(labelled_) *
                static_cast<double>(batch_->tape().values(batch_->graph().loss)[0]);
    }
    return loss;
}

double LossOfWeights::of(const Weights& weights) {
    for (std::size_t p = 0; p < places_.size(); ++p)
        std::copy_n(weights.parameters[p].data, weights.parameters[p].shape.count(), values_->data() + places_[p]);
    return measure();
}

double LossOfWeights::at(const Weights& centre, const Directions& directions, double first, double second) {
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
