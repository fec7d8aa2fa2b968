// State that the pages of the attention view share beside the cursor: options, and the token under the mouse.
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
    bool solo = false;            // the selected head alone, as large as the area allows
    bool own_scales = false;      // each small map has its own colour scale
    float threshold = 0.05F;      // arcs of smaller weights are not drawn
    bool all_queries = false;     // lines of all of them where no token is chosen, not of the answer's alone
    std::vector<int> overlaid{};  // heads of the layer that are drawn over one another, counted from 0
    bool overlays = false;        // the page that is shown draws them
    bool projections = false;     // products: the half that is shown where there is room for one
    bool products_whole = true;   // … there was room for both, in the last frame
    std::vector<int> products{};  // … and these records
    bool by_key = false;          // the locked cell selects its key, not its query
    ArcToken token{};             // under the mouse, in the last frame
    ArcToken followed{};          // whose lines alone were drawn in the last frame
    Fading<HeadFocus> fading{};   // of the other heads, or the other rows
    int arcs = 0;                 // drawn in the last frame
    ThumbGrids grids{};           // of the small maps
};

}  // namespace glassformer
