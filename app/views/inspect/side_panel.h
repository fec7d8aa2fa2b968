// The panel at the right of the inspector: the selected number to its last bit, what the slice's numbers look like
// together, and what a copy takes.
#pragma once

#include "app/views/inspect/state.h"

namespace glassformer {

/// What was asked for in it.
enum class SideWish : std::uint8_t { nothing, open_walk, copy };
SideWish draw_side_panel(ViewContext& context, const Rect& area, InspectState& state);

/// "head 1 · it · animal" of a cell: the labels along its axes.
std::string place_text(const Evaluation& evaluation, const CellRef& cell);

}  // namespace glassformer
