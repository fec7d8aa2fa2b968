// Mark of a head that is turned off: visible from afar, and without colour.
#pragma once

#include "app/paint/painter.h"

namespace glassformer {

/// Fades the rectangle, crosses it out and writes "off" over it where that fits.
void draw_off_mark(Painter& painter, const Rect& rect);

}  // namespace glassformer
