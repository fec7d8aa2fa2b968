// Scale, bias, mask and softmax fused into one call, for tapes whose stages are not inspected: their tensors are the
// largest of attention, and writing and reading each of them three times is most of its cost.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/gl/kernel.h"
#include "core/tape/trace.h"

namespace glassformer::gl {

/// A softmax over scores that were scaled, perhaps biased, and masked, each by an operation that only the next one
/// reads.
struct FusedAttention {
    int scores = -1, bias = -1, mask = -1, padding = -1, weights = -1;  // records; -1: there is none
    std::vector<int> inside;                                            // records that are not computed
    float factor = 1;
};

/// The chain that ends in this record, if it does end one. `readers[r]`: how many records read record r.
std::optional<FusedAttention> fused_attention(const Trace& trace, int weights, const std::vector<int>& readers);

/// Appends the fused call to a plan; `operand(record)` gives the records' tensors.
void attention_weights(Plan& plan, const FusedAttention& fused, const std::function<Operand(int)>& operand);

}  // namespace glassformer::gl
