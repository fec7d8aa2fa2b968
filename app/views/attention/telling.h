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

/// The head with the lowest mean entropy (nats) over the queries that more than one key is allowed to; the first of
/// equals. Empty where no query has a choice, and where there are more than `most` weights to read.
std::optional<TellingHead> most_telling_head(const Evaluation& evaluation, const std::vector<AttentionLayer>& layers,
                                             std::size_t most = std::size_t{1} << 22);

/// The query of a layer whose prediction is the model's answer, as its card says; the last one where that is of another
/// text.
int first_query(const Evaluation& evaluation, const AttentionLayer& layer);

}  // namespace glassformer
