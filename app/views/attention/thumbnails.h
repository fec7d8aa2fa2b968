// All heads of all layers at once: a small map each, layers below one another, heads side by side. And the same heads
// as a table of numbers.
#pragma once

#include "app/pictures/page.h"
#include "app/views/attention/figures.h"
#include "app/views/attention/state.h"

namespace glassformer {

/// A head of a layer; none: −1.
struct HeadAt {
    int layer = -1, head = -1;
    explicit operator bool() const { return layer >= 0; }
};

/// What the user did to the heads in this frame.
struct HeadTouch {
    HeadAt hovered, clicked, opened;  // opened: clicked twice
};

/// How the thumbnails stand in an area: `size` as large as all fit, within limits.
struct ThumbGrid {
    float label = 0;  // width in front of a layer's row
    float size = 0;   // of a thumbnail
    float gap = 0;
    float caption = 0;  // height below each for its numbers; 0: no room for any
    float heading = 0;  // above all: numbers of heads
    int most_heads = 1;
    Rect place(const Rect& area, int layer, int head) const;
    float height(int layers) const;
    float width() const;
};
ThumbGrid thumb_grid(Painter& painter, const Rect& area, const std::vector<AttentionLayer>& layers, bool large);

/// One head's map of weights, without labels. `brightest`: the weight at the end of the scale, so that a head whose
/// weights are small nearly everywhere is seen too; 0: that of the large picture.
void draw_thumb(Page& page, const AttentionLayer& layer, int head, const Rect& rect, float brightest = 0);

/// `large`: with captions, for the whole area; else beside a picture of one head.
HeadTouch draw_thumbnails(ViewContext& context, const Rect& area, const std::vector<AttentionLayer>& layers,
                          HeadAt chosen, const AttentionState& state, AttentionFigures& figures, PictureMemory& memory,
                          bool large);
HeadTouch draw_numbers(ViewContext& context, const Rect& area, const std::vector<AttentionLayer>& layers, HeadAt chosen,
                       AttentionFigures& figures);

}  // namespace glassformer
