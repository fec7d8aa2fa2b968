// How much smaller the text of a picture in a small area is, whose labels would take all room: it is drawn on a
// SmallerPainter.
#pragma once

#include "app/paint/smaller_painter.h"

namespace glassformer {

/// Factor for the text size of a picture in an area: 1 where at least `picture_width` × `picture_height` em
/// fit, never below a third, which is the usual size at the largest text scale.
inline constexpr float picture_width = 30, picture_height = 15, smallest_reduction = 1.0F / 3;
float reduction(const Rect& area, float em);

}  // namespace glassformer
