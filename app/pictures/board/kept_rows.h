// Keys and values that were kept from earlier steps with a KV cache, marked in the matrix that they are rows of.
#pragma once

#include "app/pictures/board/heat_panel.h"

namespace glassformer {

/// Frames them in the accent's colour, where the scene has any and the panel shows keys or values.
void draw_kept(Page& page, const HeatPanel& panel, const Track& rows, const Track& cols);

}  // namespace glassformer
