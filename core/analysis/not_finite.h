// The first stage of a pass with a number that is no finite one: what weights, an edit or a sum beyond the range of a
// float made infinite or NaN. Later stages follow from it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/tape/trace.h"

namespace glassformer {

struct NotFinite {
    int record = -1;
    Cell cell;              // the first one
    std::size_t count = 0;  // of this stage
};

/// Empty where all stages are finite but for the −∞ of closed scores. Reads every stage that was kept.
std::optional<NotFinite> first_not_finite(const Trace& trace);

/// "“sort”: blocks.0.attn.scores_raw[0,1,2] is -inf, the first of 3 numbers of this stage that are not finite": with
/// why, where scores overflow.
std::string sentence_of(const NotFinite& found, const Trace& trace, const std::string& model);

}  // namespace glassformer
