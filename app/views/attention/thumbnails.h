// All heads of all layers at once, as small maps (layers below one another, heads side by side) or as a table of
// numbers.
#pragma once

#include <string>
#include <vector>

#include "app/pictures/board/heat_panel.h"
#include "app/pictures/board/page.h"
#include "app/views/attention/figures.h"
#include "app/views/attention/state.h"

namespace glassformer {

/// A head of a layer; none: −1.
struct HeadAt {
    int layer = -1, head = -1;
    explicit operator bool() const { return layer >= 0; }
};

/// Heads that the user touched in this frame; −1: none.
struct HeadTouch {
    HeadAt hovered, clicked, opened;  // opened: double-clicked
    HeadAt menu;                      // clicked with the right button
};

/// Draws one head's map of weights, without labels. `brightest`: weight at the end of the colour scale; 0: as in the
/// large picture.
void draw_thumb(Page& page, const AttentionLayer& layer, int head, const Rect& rect, float brightest = 0);

/// `large`: with captions, for the whole area; else beside a picture of one head.
/// `common`: end of the shared colour scale; 0: each head has its own, ending at the mean of its rows' largest weights,
/// so that heads with small weights show too.
HeadTouch draw_thumbnails(ViewContext& context, const Rect& area, const std::vector<AttentionLayer>& layers,
                          HeadAt chosen, AttentionState& state, AttentionFigures& figures, PictureMemory& memory,
                          bool large, float common);
HeadTouch draw_numbers(ViewContext& context, const Rect& area, const std::vector<AttentionLayer>& layers, HeadAt chosen,
                       AttentionFigures& figures);

}  // namespace glassformer
