// All heads of all layers at once, as small maps (layers below one another, heads side by side) or as a table of
// numbers.
#pragma once

#include <span>
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

/// Room for the tokens around a layer's maps, and the text of its keys: in a low area equal ones are labelled once.
struct ThumbLabels {
    Margins around{};
    const void* keys = nullptr;
};

inline constexpr float caption_overhang = 0.4F;  // em: what a caption is wider than its map
inline constexpr float labelled_cell = 0.45F;    // em: smaller ones leave too many tokens out

/// Layout of the thumbnails in an area: as large as all fit, within limits. Heads of a layer are side by side, layers
/// below one another, or several on a line where that makes them larger.
struct ThumbGrid {
    float gap = 0;      // between heads
    float caption = 0;  // height below each for its numbers; 0: no room for any
    int caption_lines = 0;
    float heading = 0;      // height of a line of headings: numbers of heads
    bool headed = false;    // every line has its own heading, with the names of its layers
    bool named = false;     // … on a line of their own above the numbers, for which they are too long
    bool labelled = false;  // with tokens: queries in front of the first head, keys above the maps
    int across = 1;         // layers on a line
    int max_heads = 1;
    std::vector<float> labels{};   // width in front of the heads of a line's layers: of its name, or its tokens
    std::vector<float> columns{};  // where the heads of a line's layers begin
    float cell = 0;                // the smallest of all layers, in pixels
    Vec2 slot{};                   // the largest map
    std::vector<Vec2> maps{};      // of a layer: cells square or up to 1.6 times as wide, also where queries and keys
                                   // are unlike in number
    std::vector<float> lines{};    // where the maps of a line begin
    std::vector<float> above{};    // what the keys above a line take; 0: they are those of the line before
    float bottom = 0;              // of all
    Rect place(const Rect& area, int layer, int head) const;
    /// Width for the name of a layer above its maps, in pixels.
    float name_room(int layer) const;
    float height() const { return bottom; }
    float width() const;
};
/// Longest name of the layer that fits: whole, without "-attention", or brief.
std::string fitting_title(Painter& painter, const AttentionLayer& layer, float width);
/// `labels`: one per layer; empty where no tokens are to be drawn.
ThumbGrid thumb_grid(Painter& painter, const Rect& area, const std::vector<AttentionLayer>& layers, bool large,
                     std::span<const ThumbLabels> labels = {});

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
