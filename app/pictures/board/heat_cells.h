// The cells of a matrix (heat_panel.h): their colours, numbers and marks.
#pragma once

#include "app/pictures/board/heat_panel.h"

namespace glassformer {

/// Number of entries of a row that are shown while stepping.
int revealed(const Page& page, const HeatPanel& panel, int row);

/// Draws them as far as they are computed, the others empty.
void draw_cells(Page& page, const HeatPanel& panel, const Track& rows, const Track& cols);

}  // namespace glassformer
