// Attention layers of a trace: every map of weights and the records that lead to it. Read from the trace alone, so that
// self-attention, cross-attention and the alignment of a recurrent model are found in the same way.
#pragma once

#include <string>
#include <vector>

#include "app/views/shared/cursor.h"

namespace glassformer {

/// One attention with all its heads: the record [head, query, key] of its weights.
struct AttentionLayer {
    int weights = -1;
    int heads = 1, queries = 1, keys = 1;
    std::string title;    // "Block 1", "Decoder block 2 · cross-attention"
    std::string brief;    // for narrow places: "1", "D2×"
    bool counted = true;  // its heads have numbers; the alignment of a recurrent model has none
};
/// "Block 1, head 2"; "Alignment".
std::string head_text(const AttentionLayer& layer, int head);

/// In the order of the trace; empty in a model without attention over tokens.
std::vector<AttentionLayer> attention_layers(const Trace& trace);
/// Layer that a record belongs to, as a query, a score, or one step of it; −1: none.
int layer_of(const Trace& trace, const std::vector<AttentionLayer>& layers, int record);

/// Maps of a layer from the scores to the weights, in the order of computation: [head, query, key] each. Where a model
/// attends step by step, those of the step of `query`.
std::vector<int> maps_of(const Trace& trace, const AttentionLayer& layer, int query);
/// Record of the weighted values: [head, pos, d_head]; −1 where the trace has none.
int taken_of(const Trace& trace, const AttentionLayer& layer, int query);

/// Query and key of a cell; −1 where it has none.
struct Pair {
    int query = -1, key = -1;
    bool operator==(const Pair&) const = default;
};
Pair pair_of(const Evaluation& evaluation, const CellRef& cell);
/// Cell of a map for a pair at the cursor's head; of the weighted values its first column.
CellRef cell_of(const Evaluation& evaluation, int record, int head, const Pair& pair);

/// Converts between the cursor's head and the head of this layer, both counted from 0.
int own_head(const Trace& trace, const AttentionLayer& layer, int cursor_head);
int cursor_head(const Trace& trace, const AttentionLayer& layer, int own_head);

}  // namespace glassformer
