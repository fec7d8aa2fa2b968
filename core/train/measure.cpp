#include "core/train/measure.h"

#include <algorithm>

#include "core/base/error.h"

namespace glassformer {

namespace {

constexpr std::size_t measured_at_once = 64;

}  // namespace

std::span<const float> Reading::logits(int position) const {
    const Shape& shape = batch.tape().shape(batch.graph().logits);  // [batch, pos, vocab]
    return batch.tape()
        .values(batch.graph().logits)
        .subspan(shape.offset({{row, position}}), static_cast<std::size_t>(shape.cols()));
}

int Reading::predicted(int position) const {
    const auto scores = logits(position);
    return static_cast<int>(std::ranges::max_element(scores) - scores.begin());
}

float Reading::attention(int record, int head, int query, int key) const {
    return batch.tape().trace().value(record, {{row, head, query, key}});
}

int Reading::strongest_key(int record, int head, int query, int keys) const {
    int best = 0;
    for (int key = 1; key < keys; ++key)
        if (attention(record, head, query, key) > attention(record, head, query, best)) best = key;
    return best;
}

void SharesByLength::add(int length, bool right) {
    Tally& tally = tallies_[length];
    ++tally.texts;
    tally.right += right ? 1 : 0;
}

int SharesByLength::texts(int length) const {
    const auto found = tallies_.find(length);
    return found == tallies_.end() ? 0 : found->second.texts;
}

std::vector<Metric> SharesByLength::metrics(std::string_view name) const {
    std::vector<Metric> result;
    for (const auto& [length, tally] : tallies_)
        result.emplace_back(std::string(name) + "_" + std::to_string(length),
                            tally.right / static_cast<double>(tally.texts));
    return result;
}

void evaluate(const ModelConfig& config, const Weights& weights, std::span<const Sample> samples,
              const std::function<void(const Reading&)>& read) {
    if (samples.empty()) return;
    const BatchLength length = longest(samples);
    Batch batch(config, weights,
                {.batch = static_cast<int>(std::min(measured_at_once, samples.size())),
                 .seq_len = length.seq_len,
                 .target_len = length.target_len,
                 .probs = false});
    const auto size = static_cast<std::size_t>(batch.size().batch);
    for (std::size_t first = 0; first < samples.size(); first += size) {
        const std::size_t count = std::min(size, samples.size() - first);
        batch.set(samples.subspan(first, count));
        batch.tape().evaluate();
        for (std::size_t row = 0; row < count; ++row)
            read({.batch = batch, .row = static_cast<int>(row), .sample = first + row});
    }
}

}  // namespace glassformer
