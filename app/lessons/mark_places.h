// Where words and arrows of a lesson's step stand: beside their cells, on as little of the picture as can be.
#pragma once

#include <span>
#include <vector>

#include "app/platform/geometry.h"

namespace glassformer {

/// What a picture has drawn.
struct PictureContent {
    std::vector<Rect> maps;   // matrices
    std::vector<Rect> texts;  // words and numbers outside and inside of them
    std::vector<Rect> kept;   // what must stay free: the cells that are marked, and the words that stand already
};

float shared_area(const Rect& a, const Rect& b);
/// How far apart two rectangles are; 0 where they meet.
float apart(const Rect& a, const Rect& b);
/// The point of the rectangle that is nearest.
Vec2 nearest_point(const Rect& rect, Vec2 to);

/// A box of this size in the area, near the cell.
Rect place_near(const Rect& cell, Vec2 size, const Rect& area, const PictureContent& drawn, float em);

/// A curve from one cell's edge to another's, which runs beside the straight line between them.
struct ArrowPath {
    Vec2 from, control1, control2, to;
    Vec2 at(float t) const;
};
ArrowPath arrow_path(const Rect& from, const Rect& to, const Rect& area, float em);

}  // namespace glassformer
