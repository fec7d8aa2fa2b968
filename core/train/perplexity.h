// How much a model that predicts tokens is surprised by texts: the mean cross entropy of what they hold, and the names
// it goes by. A text of characters is measured in bits per character.
#pragma once

#include <span>
#include <vector>

#include "core/train/measure.h"

namespace glassformer {

/// What is added up over labelled positions: -ln p(label), in nats.
class Surprise {
public:
    /// One position: its logits and the token that stood there. Throws Error for a label that has no logit.
    void add(std::span<const float> logits, int label);

    long long positions() const { return positions_; }
    double nats() const;        // mean; Error where nothing was added
    double bits() const;        // the same in bits: of characters, bits per character
    double perplexity() const;  // exp(nats): as unsure as among so many equally probable tokens

private:
    double sum_ = 0;
    long long positions_ = 0;
};

/// Over all labelled positions of the samples, each text starting with an empty context. A model of next tokens only:
/// Error for a classifier.
Surprise surprise(const ModelConfig& config, const Weights& weights, std::span<const Sample> samples);

/// The text cut into windows, so that each of its tokens but the first is predicted once, from what stands before it in
/// its window. Throws Error for a window below 1.
std::vector<Sample> windows_of(std::span<const int> text, int window);

}  // namespace glassformer
