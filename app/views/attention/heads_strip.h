// How the heads of a layer come together, below the small maps of the page Heads: Q, K and V cut into heads, the output
// of each head, these side by side, and what the output projection makes of them. As in Figure 2 of Vaswani et al.
// 2017.
#pragma once

#include <string>
#include <vector>

#include "app/pictures/board/page.h"
#include "app/views/attention/layers.h"

namespace glassformer {

/// Records of a layer from its projections to its output; −1 where the trace has none.
struct HeadRecords {
    int query = -1, key = -1, value = -1;  // [head, pos, d_head]; keys and values may have fewer heads
    int outputs = -1;                      // [head, pos, d_head]
    int concat = -1, out = -1;             // [pos, …]
    bool complete() const { return query >= 0 && key >= 0 && value >= 0 && outputs >= 0 && concat >= 0 && out >= 0; }
};
/// Incomplete for the alignment of a recurrent decoder, which has no heads.
HeadRecords head_records(const Trace& trace, const AttentionLayer& layer);

/// One of the six matrices: its heads side by side.
struct StripMatrix {
    int record = -1;
    std::vector<Rect> parts;  // one a head that it is cut into; one where it is whole
    Rect rect{};              // all of them
};
struct StripDrawn {
    std::vector<StripMatrix> matrices;  // from Q to the output
};

/// What is computed here, true for the layer: grouped keys, one head, no output projection.
std::string heads_strip_sentence(const Trace& trace, const AttentionLayer& layer, const HeadRecords& records);
/// Height of the strip with this sentence below the maps of so many layers; 0: the area is too small for both.
float heads_strip_height(Painter& painter, const Rect& area, int layers, const std::string& sentence);
/// Draws it and notes the cell under the mouse. `head` and `pointed` (−1: none) are outlined.
StripDrawn draw_heads_strip(Page& page, const AttentionLayer& layer, const HeadRecords& records,
                            const std::string& sentence, int head, int pointed);

}  // namespace glassformer
