// Panel at the right of the inspector: the selected number to its last bit, what a copy takes, and statistics of the
// slice.
#pragma once

#include "app/views/inspect/state.h"

namespace glassformer {

/// Command that was clicked in the panel.
enum class SideWish : std::uint8_t { nothing, open_walk, copy };
SideWish draw_selected_number(ViewContext& context, const Rect& area, InspectState& state);

/// Labels of a cell along its axes: "head 1 · it · animal".
std::string place_text(const Evaluation& evaluation, const CellRef& cell);

}  // namespace glassformer
