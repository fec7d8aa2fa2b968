// State that the parts of the attention view share beside the cursor: mode, options, and the token under the mouse.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "app/paint/fade.h"
#include "app/views/attention/layers.h"
#include "app/views/attention/texts.h"
#include "app/views/attention/thumb_grid.h"
#include "app/views/shared/focus.h"

namespace glassformer {

/// Their numbers are what a session keeps: a new mode comes last here, wherever its tab is.
enum class AttentionMode : std::uint8_t { heads, steps, arcs, query, overlay, mean, rollout, numbers, products };

struct AttentionModeRow {
    AttentionMode mode;
    std::string_view name;   // of the state and of targets: "steps"
    std::string_view label;  // "Steps"
};
inline constexpr std::array<AttentionModeRow, 9> attention_modes{{
    {AttentionMode::heads, "heads", texts::attention::heads},
    {AttentionMode::steps, "steps", texts::attention::steps},
    {AttentionMode::arcs, "arcs", texts::attention::arcs},
    {AttentionMode::query, "query", texts::attention::query},
    {AttentionMode::products, "products", texts::attention::products},
    {AttentionMode::overlay, "overlay", texts::attention::overlay},
    {AttentionMode::mean, "mean", texts::attention::mean},
    {AttentionMode::rollout, "rollout", texts::attention::rollout},
    {AttentionMode::numbers, "numbers", texts::attention::numbers},
}};

/// Index in attention_modes, which are in the order of the tabs.
constexpr int mode_index(AttentionMode mode) {
    int index = 0;
    while (attention_modes[static_cast<std::size_t>(index)].mode != mode) ++index;
    return index;
}

inline constexpr float min_threshold = 0.01F, largest_threshold = 1;  // of the weights drawn as lines

/// A token of one of the two columns of arcs.
struct ArcToken {
    bool key = false;
    int index = -1;
    explicit operator bool() const { return index >= 0; }
    bool operator==(const ArcToken&) const = default;
};

/// What of the small maps is pointed at: a head, or, at the words beside them, the row of a query in every head.
struct HeadFocus {
    int layer = -1, head = -1, query = -1;
    bool operator==(const HeadFocus&) const = default;
};

struct AttentionState {
    Focus focus;
    AttentionMode mode = AttentionMode::heads;
    bool solo = false;            // the selected head alone, as large as the area allows
    bool own_scales = false;      // each small map has its own colour scale
    float threshold = 0.05F;      // arcs of smaller weights are not drawn
    std::vector<int> overlaid{};  // heads of the layer that are drawn over one another, counted from 0
    bool projections = false;     // products: the half that is shown where there is room for one
    bool by_key = false;          // the locked cell selects its key, not its query
    ArcToken token{};             // under the mouse, in the last frame
    Fading<HeadFocus> fading{};   // of the other heads, or the other rows
    int arcs = 0;                 // drawn in the last frame
    ThumbGrids grids{};           // of the small maps
};

}  // namespace glassformer
