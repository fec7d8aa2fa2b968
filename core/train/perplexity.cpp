#include "core/train/perplexity.h"

#include <cmath>
#include <numbers>
#include <string>

#include "core/base/error.h"
#include "core/generate/generation.h"

namespace glassformer {

void Surprise::add(std::span<const float> logits, int label) {
    if (label < 0 || label >= static_cast<int>(logits.size()))
        throw Error("the label " + std::to_string(label) + " has no logit: there are " + std::to_string(logits.size()));
    sum_ -= log_probabilities(logits)[static_cast<std::size_t>(label)];
    ++positions_;
}

double Surprise::nats() const {
    if (positions_ == 0) throw Error("no position is labeled: there is nothing to measure");
    return sum_ / static_cast<double>(positions_);
}

double Surprise::bits() const { return nats() / std::numbers::ln2; }

double Surprise::perplexity() const { return std::exp(nats()); }

Surprise surprise(const ModelConfig& config, const Weights& weights, std::span<const Sample> samples) {
    if (config.head.classifier) throw Error("a classifier predicts no tokens: it has no perplexity");
    if (!has_probabilities(config)) throw Error(no_loss(config));
    Surprise result;
    evaluate(config, weights, samples, [&](const Reading& reading) {
        const std::vector<int>& labels = samples[reading.sample].labels;
        for (std::size_t t = 0; t < labels.size(); ++t)
            if (labels[t] >= 0) result.add(reading.logits(static_cast<int>(t)), labels[t]);
    });
    return result;
}

std::vector<Sample> windows_of(std::span<const int> text, int window) {
    if (window < 1) throw Error("a window needs at least 1 token, got " + std::to_string(window));
    const auto width = static_cast<std::size_t>(window);
    std::vector<Sample> samples;
    for (std::size_t first = 0; first + 1 < text.size(); first += width) {
        const std::size_t count = std::min(width, text.size() - 1 - first);
        const auto tokens = text.subspan(first, count), next = text.subspan(first + 1, count);
        samples.push_back(
            {.tokens = {tokens.begin(), tokens.end()}, .target_tokens = {}, .labels = {next.begin(), next.end()}});
    }
    return samples;
}

}  // namespace glassformer
