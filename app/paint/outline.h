// Outlines over cells of any colour.
#pragma once

#include "app/paint/painter.h"

namespace glassformer {

/// A line between two of the background: seen on dark cells and on light ones, while the cells keep their colours.
inline void outline(Painter& painter, const Rect& rect, Colour colour, float width = 1.5F) {
    painter.stroke(rect, painter.theme().background, width + 2);
    painter.stroke(rect, colour, width);
}

}  // namespace glassformer
