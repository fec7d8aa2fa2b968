// When an attention head has found its task: how much of its attention goes to tokens of the text that are the right
// answer.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/train/task.h"

namespace glassformer {

/// A query whose right answer is another token of its text that it can see, once or more often.
struct AnswerInText {
    int text = 0, query = 0;
    std::vector<int> keys;  // where the answer stands
    int seen = 0;           // keys that the query can see
};

class AnswerFocus {
public:
    /// Held-out texts of the task, the same ones for every run. There are no queries where the answers are no tokens of
    /// the text: a classifier, another vocabulary, a model without self-attention; nor where most answers are not in
    /// it.
    AnswerFocus(const Task& task, const ModelConfig& config);

    std::span<const AnswerInText> queries() const { return queries_; }
    /// The mean attention that a query gives its answer, by head: those of the first block, then those of the
    /// next. None without queries.
    std::vector<float> measure(const Weights& weights) const;
    /// The same of a head that looks at all keys alike.
    double uniform() const;

private:
    ModelConfig config_;
    std::vector<Sample> texts_;
    std::vector<AnswerInText> queries_;
};

inline constexpr float focused = 0.5F;  // of a head that gives its answers so much, it is said that it has appeared

/// What was measured at a step.
struct FocusAtStep {
    int step = 0;
    std::vector<float> by_head;
};
/// The first of these steps, which ascend, from which on the head stays focused; nothing where the last is not.
std::optional<int> appeared_at(std::span<const FocusAtStep> measured, std::size_t head);

}  // namespace glassformer
