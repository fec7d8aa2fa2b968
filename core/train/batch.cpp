#include "core/train/batch.h"

#include <algorithm>

#include "core/base/error.h"

namespace glassformer {

BatchLength longest(std::span<const Sample> samples) {
    BatchLength length;
    for (const Sample& sample : samples) {
        length.seq_len = std::max(length.seq_len, static_cast<int>(sample.tokens.size()));
        length.target_len = std::max(length.target_len, static_cast<int>(sample.target_tokens.size()));
    }
    return length;
}

Batch::Batch(const ModelConfig& config, const Weights& weights, const GraphSize& size, Tape::Keep keep)
    : size_(size), tape_(nullptr, nullptr, keep) {
    graph_ = record_model(tape_, config, weights, size);
}

void Batch::fill(std::span<const Sample> samples, std::vector<int> Sample::*tokens, int length, Ref into, Ref padding) {
    const auto width = static_cast<std::size_t>(length), rows = static_cast<std::size_t>(size_.batch);
    row_values_.assign(rows * width, 0.0F);
    padding_values_.assign(rows * width, 1.0F);
    for (std::size_t r = 0; r < samples.size(); ++r) {
        const std::vector<int>& row = samples[r].*tokens;
        if (row.size() > width)
            throw Error("a sample has " + std::to_string(row.size()) + " tokens, but the batch was recorded for " +
                        std::to_string(width));
        std::transform(row.begin(), row.end(), row_values_.begin() + static_cast<std::ptrdiff_t>(r * width),
                       [](int token) { return static_cast<float>(token); });
        std::fill_n(padding_values_.begin() + static_cast<std::ptrdiff_t>(r * width + row.size()), width - row.size(),
                    0.0F);
    }
    tape_.set(into, row_values_);
    tape_.set(padding, padding_values_);
}

void Batch::set(std::span<const Sample> samples) {
    if (samples.size() > static_cast<std::size_t>(size_.batch))
        throw Error("a batch recorded for " + std::to_string(size_.batch) + " texts was given " +
                    std::to_string(samples.size()));
    fill(samples, &Sample::tokens, size_.seq_len, graph_.tokens, graph_.padding);
    if (graph_.target_tokens)
        fill(samples, &Sample::target_tokens, size_.target_len, graph_.target_tokens, graph_.target_padding);
    labelled_ = 0;
    if (!graph_.labels) return;
    const std::size_t count = tape_.shape(graph_.labels).count(), width = count / static_cast<std::size_t>(size_.batch);
    const bool one_each = tape_.shape(graph_.labels).rank() == 1;  // a classifier's
    row_values_.assign(count, -1.0F);
    for (std::size_t r = 0; r < samples.size(); ++r) {
        const Sample& sample = samples[r];
        const std::size_t expected = one_each               ? 1
                                     : graph_.target_tokens ? sample.target_tokens.size()
                                                            : sample.tokens.size();
        if (sample.labels.size() != expected)
            throw Error("a sample needs " + std::to_string(expected) + " labels, got " +
                        std::to_string(sample.labels.size()));
        for (std::size_t i = 0; i < expected; ++i) {
            row_values_[r * width + i] = static_cast<float>(sample.labels[i]);
            labelled_ += sample.labels[i] >= 0 ? 1 : 0;
        }
    }
    tape_.set(graph_.labels, row_values_);
}

}  // namespace glassformer
