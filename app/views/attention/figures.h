// Numbers about whole maps, from core/analysis/attention_summary.h and core/analysis/measures.h: kept until another evaluation is shown,
// and found a layer a frame, so that no frame waits for all of them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/paint/painter.h"
#include "app/views/attention/layers.h"
#include "core/tensor/tensor.h"

namespace glassformer {

/// What a thumbnail says of its head. NaN: nothing to say, as of the token before in cross-attention.
struct HeadFigures {
    double entropy = 0;  // nats, mean over the rows
    float largest = 0;   // weight
    double peak = 0;     // mean over the rows of their largest weight
    double previous = 0, first = 0, own = 0, duplicate = 0, induction = 0;
};

class AttentionFigures {
public:
    /// Begins a frame: forgets what belongs to another evaluation.
    void begin(const Evaluation& evaluation);
    /// One a head; null while it is another layer's turn.
    const std::vector<HeadFigures>* of(const AttentionLayer& layer);
    /// The end of one scale for all these heads: 1, or their largest weight where all are so even that none is above a
    /// half.
    float common_limit(const std::vector<AttentionLayer>& layers) const;
    bool waiting() const { return waiting_; }  // somebody got null in this frame

    /// The mean over the heads: [query, key].
    const Tensor& mean(const AttentionLayer& layer);
    /// From the first layer of the same kind to this one; null with a sentence in `why` where there is none.
    const Tensor* rollout(const AttentionLayer& layer, std::string& why);
    /// How many layers that rollout is the product of.
    int rolled_out(const AttentionLayer& layer) const;
    /// A tensor of this class as a matrix of the evaluation shown.
    ConstMatrix matrix(const Tensor& tensor) const;

private:
    const Evaluation* evaluation_ = nullptr;
    std::uint64_t generation_ = 0;
    bool spent_ = false, waiting_ = false;
    std::map<int, std::vector<HeadFigures>> figures_;  // by the record of weights
    std::map<int, Tensor> means_;
    std::map<int, Tensor> rollouts_;
};

}  // namespace glassformer
