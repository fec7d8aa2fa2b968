// Numbers about whole maps, from core/analysis/attention_summary.h and measures.h: computed one layer per frame, so
// that no frame waits for all of them, and kept until another evaluation is shown.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/paint/painter.h"
#include "app/views/attention/layers.h"
#include "core/tensor/tensor.h"

namespace glassformer {

/// Numbers of one head. NaN: undefined, such as the weight on the previous token in cross-attention.
struct HeadFigures {
    double entropy = 0;  // nats, mean over the rows
    float largest = 0;   // weight
    double peak = 0;     // mean over the rows of their largest weight
    double previous = 0, first = 0, own = 0, duplicate = 0, induction = 0;
    std::string role;   // what it mostly does: "previous token"; "" where no pattern takes half of its weight
    std::string share;  // of the weight: "86.2%"; "" where the role says it all
    // "“it” → “animal” 99.9%": where the answer is read, if that query gives a key half of its weight
    std::string answer;
};

class AttentionFigures {
public:
    /// Starts a frame; clears the numbers of another evaluation.
    void begin(const Evaluation& evaluation);
    /// One per head; null until the layer's turn comes.
    const std::vector<HeadFigures>* of(const AttentionLayer& layer);
    /// End of a colour scale shared by all these heads: 1, or their largest weight where that is not above a half.
    float common_limit(const std::vector<AttentionLayer>& layers) const;
    bool waiting() const { return waiting_; }  // of() returned null in this frame

    /// The mean over the heads: [query, key].
    const Tensor& mean(const AttentionLayer& layer);
    /// Rollout from the first layer of the same kind to this one, [query, key]; null with a sentence in `why` where it
    /// is not defined.
    const Tensor* rollout(const AttentionLayer& layer, std::string& why);
    /// Number of layers that this rollout is the product of.
    int rolled_out(const AttentionLayer& layer) const;
    /// A tensor of this class as a matrix of the evaluation shown.
    ConstMatrix matrix(const Tensor& tensor) const;

private:
    std::string answer_text(const AttentionLayer& layer, const ConstMatrix& map) const;
    const Evaluation* evaluation_ = nullptr;
    std::uint64_t generation_ = 0;
    bool spent_ = false, waiting_ = false;
    std::chrono::steady_clock::time_point spent_at_;   // the time that a frame has for figures
    std::map<int, std::vector<HeadFigures>> figures_;  // by the record of weights
    std::map<int, Tensor> means_;
    std::map<int, Tensor> rollouts_;
};

}  // namespace glassformer
