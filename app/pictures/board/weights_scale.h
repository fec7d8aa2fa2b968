// The one colour scale of all attention weights of a run, so that blocks and heads can be compared by eye.
#pragma once

#include "core/tape/trace.h"

namespace glassformer {

/// Probabilities along the keys: each row sums to 1.
bool is_attention_weights(const Record& record);

/// End of the scale, which begins at 0: 1, or the largest weight of all attentions where none is above ½, because all
/// would look like nothing then. 1 of a run on a device: to look, all of its weights would have to be brought here.
float weights_scale_end(const Trace& trace);

}  // namespace glassformer
