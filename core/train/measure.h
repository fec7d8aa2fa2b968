// Evaluates a model on many samples and hands out what it computed; the tasks judge it. And the table of how often it
// was right by the length of the text.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "core/train/batch.h"
#include "core/train/task.h"

namespace glassformer {

/// One sample's share of an evaluated batch.
struct Reading {
    const Batch& batch;
    int row;             // of the batch
    std::size_t sample;  // index of the sample
    /// The row of the logits at a position: [vocab].
    std::span<const float> logits(int position) const;
    /// The most probable token at a position.
    int predicted(int position) const;
    /// What the query gives the key, in a record of attention weights.
    float attention(int record, int head, int query, int key) const;
    /// The key among the first `keys` that the query gives most; the first of equals.
    int strongest_key(int record, int head, int query, int keys) const;
};

/// Which share of the texts of each length was right.
class SharesByLength {
public:
    void add(int length, bool right);
    int texts(int length) const;  // counted so far
    /// One figure a length that was met, the shortest first: "exact_3", "exact_4", …
    std::vector<Metric> metrics(std::string_view name) const;

private:
    struct Tally {
        int texts = 0, right = 0;
    };
    std::map<int, Tally> tallies_;
};

/// Evaluates the samples in padded batches and calls `read` for each, in order.
void evaluate(const ModelConfig& config, const Weights& weights, std::span<const Sample> samples,
              const std::function<void(const Reading&)>& read);

}  // namespace glassformer
