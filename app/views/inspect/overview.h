// Overview below a table that leaves room: the whole slice as a heatmap with the part in the table framed, or the
// numbers of a single row as bars. Both react to the mouse like the table.
#pragma once

#include "app/views/inspect/table.h"
#include "app/views/shared/context.h"

namespace glassformer {

/// Cell under the mouse, and whether it was clicked. Draws nothing where it would show no more than the table, or where
/// the area is too low.
struct OverviewHit {
    CellAt cell;
    Rect rect;
    bool clicked = false;
};
OverviewHit draw_overview(ViewContext& context, Rect area, const Table& table, const TablePlace& place);

}  // namespace glassformer
