// Where the names of points go: beside them, on no mark and on no other name.
#pragma once

#include <span>
#include <string>

#include "app/paint/painter.h"

namespace glassformer {

struct PlaneLabel {
    std::string text;
    Vec2 at;          // of the point that it names
    float clear = 0;  // pixels around it that its mark takes
    Colour colour{};
    Face face = Face::sans;
    Rect place{};  // found by place_labels()
};

/// Finds the place of each within the bounds, as near to its point as it covers no mark and no label before it; where
/// there is none, the one that covers least. Sizes are those of the painter's small text.
void place_labels(Painter& painter, const Rect& bounds, std::span<const Rect> marks, std::span<PlaneLabel> labels);
/// Draws them; a line leads from a point to a name that is not next to it.
void draw_labels(Painter& painter, std::span<const PlaneLabel> labels);

}  // namespace glassformer
