// A model recorded for several padded texts at once: what training and measuring evaluate. Recorded for one length;
// filled again and again without allocating.
#pragma once

#include <span>
#include <vector>

#include "core/model/graph.h"
#include "core/train/sample.h"

namespace glassformer {

/// The longest text and target of the samples.
struct BatchLength {
    int seq_len = 0;
    int target_len = 0;
    bool operator==(const BatchLength&) const = default;
};
BatchLength longest(std::span<const Sample> samples);

class Batch {
public:
    /// size.batch >= 1. The tape reads the weights' memory.
    Batch(const ModelConfig& config, const Weights& weights, const GraphSize& size,
          Tape::Keep keep = Tape::Keep::everything);

    /// Fills the rows; those left over hold token 0 and no label. Throws Error for a sample that is too long or has a
    /// wrong number of labels.
    void set(std::span<const Sample> samples);

    int labelled() const { return labelled_; }  // positions with a label, in the samples last set
    Tape& tape() { return tape_; }
    const Tape& tape() const { return tape_; }
    const Graph& graph() const { return graph_; }
    const GraphSize& size() const { return size_; }

private:
    void fill(std::span<const Sample> samples, std::vector<int> Sample::*tokens, int length, Ref into, Ref padding);

    GraphSize size_;
    Tape tape_;
    Graph graph_;
    std::vector<float> row_values_, padding_values_;
    int labelled_ = 0;
};

}  // namespace glassformer
