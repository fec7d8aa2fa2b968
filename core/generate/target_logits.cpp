#include "core/generate/target_logits.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/model/config.h"

namespace glassformer {

TargetLogits::TargetLogits(const ModelConfig& config, const Weights& weights, std::span<const int> source, int longest,
                           Backend* backend)
    : tape_(nullptr, backend), target_(static_cast<std::size_t>(std::max(longest, 0))) {
    if (!has_target(config)) throw Error("only an encoder–decoder continues a target text");
    graph_ = record_model(
        tape_, config, weights,
        {.seq_len = static_cast<int>(source.size()), .target_len = static_cast<int>(target_.size()), .probs = false});
    tape_.set(graph_.tokens, std::vector<float>(source.begin(), source.end()));
}

std::vector<float> TargetLogits::operator()(std::span<const int> target) {
    if (target.empty() || target.size() > target_.size())
        throw Error("a target of " + std::to_string(target.size()) + " tokens was given where 1 to " +
                    std::to_string(target_.size()) + " fit");
    std::ranges::transform(target, target_.begin(), [](int token) { return static_cast<float>(token); });
    tape_.set(graph_.target_tokens, target_);
    tape_.evaluate();
    const Record& logits = tape_.trace().record(graph_.logits.id);
    const auto vocabulary = static_cast<std::size_t>(logits.shape.cols());
    const float* row = logits.entries((target.size() - 1) * vocabulary, vocabulary);
    return {row, row + vocabulary};
}

}  // namespace glassformer
