// Where the attention view opens while the user has chosen nothing: at the head whose weights say most, and at the
// query where the model's answer is read.
#pragma once

#include <optional>
#include <vector>

#include "app/views/attention/layers.h"
#include "core/session/evaluation.h"

namespace glassformer {

/// A layer's index and one of its heads, counted from 0.
struct TellingHead {
    int layer = 0, head = 0;
};

/// The head whose weights for first_query() have the lowest entropy, as the data flow of the walk chooses its own; of
/// equals the one nearest to the answer. Layers that other tokens query count only where no layer has the answer's.
/// Empty where that query never has more than one key to choose from.
std::optional<TellingHead> most_telling_head(const Evaluation& evaluation, const std::vector<AttentionLayer>& layers);

/// The query of a layer whose prediction is the model's answer, as its card says; the last one where that is of another
/// text.
int first_query(const Evaluation& evaluation, const AttentionLayer& layer);

/// The query of a layer that the model's answer is read at, as the data flow of the walk tells it first. None where the
/// queries are of another text, or where no single one has the answer: a classifier that pools all tokens.
std::optional<int> answer_query(const Evaluation& evaluation, const AttentionLayer& layer);

}  // namespace glassformer
