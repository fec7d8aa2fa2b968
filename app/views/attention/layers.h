// Where a model attends: every map of weights of a trace, and the records that lead to it. Read off the trace alone, so
// that self-attention, cross-attention and the alignment of a recurrent model are found in the same way.
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
    std::string brief;    // the same for a narrow place: "1", "D2 cross"
    bool counted = true;  // its heads have numbers; a recurrent model aligns its words in one way that has none
};
/// "Block 1, head 2"; "Alignment".
std::string head_text(const AttentionLayer& layer, int head);

/// In the order of the trace; empty in a model without attention over tokens.
std::vector<AttentionLayer> attention_layers(const Trace& trace);
/// Which of them a record belongs to, as a query, a score, or a step of the whole; −1: none.
int layer_of(const Trace& trace, const std::vector<AttentionLayer>& layers, int record);

/// The maps of a layer from the scores to the weights, in the order in which they are computed: [head, query, key]
/// each. Where a model attends step by step, those of the step that asks at `query`.
std::vector<int> maps_of(const Trace& trace, const AttentionLayer& layer, int query);
/// What the weights take from the values: [head, pos, d_head]; −1 where the trace has none.
int taken_of(const Trace& trace, const AttentionLayer& layer, int query);

/// Which pair of tokens a cell is about: −1 where it is about no query, or no key.
struct Pair {
    int query = -1, key = -1;
    bool operator==(const Pair&) const = default;
};
Pair pair_of(const Evaluation& evaluation, const CellRef& cell);
/// The cell of a map (or of what is taken: its first column) for a pair, at the cursor's head.
CellRef cell_of(const Evaluation& evaluation, int record, int head, const Pair& pair);

/// The head of this layer that the cursor's head stands for, counted from 0, and back.
int own_head(const Trace& trace, const AttentionLayer& layer, int cursor_head);
int cursor_head(const Trace& trace, const AttentionLayer& layer, int own_head);

}  // namespace glassformer
