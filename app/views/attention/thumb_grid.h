// Layout of the small maps of all heads, and what is kept of it from frame to frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/paint/painter.h"
#include "app/pictures/board/heat_panel.h"
#include "app/views/attention/layers.h"

namespace glassformer {

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

/// Grids as they were laid out, until the run, the area or the size of the text is another: each takes the widths of
/// all layers' names and some dozens of arrangements of all maps, and a deep model has a thousand layers.
class ThumbGrids {
public:
    /// `generation`: of the evaluation that the layers are of. `labels`: asked where the grid is laid out anew.
    const ThumbGrid& of(std::uint64_t generation, Painter& painter, const Rect& area,
                        const std::vector<AttentionLayer>& layers, bool large,
                        const std::function<std::vector<ThumbLabels>()>& labels = {});
    /// How often one was laid out.
    std::size_t laid_out() const { return laid_out_; }

private:
    struct Kept {
        std::uint64_t generation = 0;
        Rect area;
        float em = 0, least_text = 0;
        bool large = false;
        bool operator==(const Kept&) const = default;
    };
    std::vector<std::pair<Kept, ThumbGrid>> kept_;  // the newest last
    std::size_t laid_out_ = 0;
};

}  // namespace glassformer
