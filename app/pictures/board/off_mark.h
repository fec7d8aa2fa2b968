// The mark of what was switched off: seen from far, and without colour.
#pragma once

#include "app/paint/painter.h"

namespace glassformer {

/// Fades what lies in the rectangle, crosses it out and writes "off" over it where that fits.
void draw_off_mark(Painter& painter, const Rect& rect);

}  // namespace glassformer
