// What stands below a table that leaves room: the whole slice as a heatmap with the part that the table shows framed,
// or the numbers of a single row as bars. Both are to point at and to click.
#pragma once

#include "app/views/inspect/table.h"
#include "app/views/shared/context.h"

namespace glassformer {

/// Draws nothing where it would tell no more than the table, or the area is too low. The cell under the mouse, and
/// whether it was clicked.
struct OverviewHit {
    CellAt cell;
    Rect rect;
    bool clicked = false;
};
OverviewHit draw_overview(ViewContext& context, Rect area, const Table& table, const TablePlace& place);

}  // namespace glassformer
