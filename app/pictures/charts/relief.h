// A surface as a relief: heights of measured numbers over a square, seen from a point that can be moved around.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/pictures/charts/contour_map.h"

namespace glassformer {

struct ReliefView {
    float turn = 0.65F;  // radians about the upright axis
    float tilt = 0.6F;   // radians: 0 from the side, π/2 from above
    void drag(Vec2 pixels, float em);
};

struct Relief {
    std::string title{};                   // empty: none
    std::string across{}, up{}, height{};  // names of the axes
    SurfaceGrid losses{};                  // a square with a number that is not finite is left out
    LossScale scale{};                     // heights and colors
    std::span<const GridPoint> path{};     // drawn on the surface, over what hides it
    std::optional<GridCell> hovered{};
    ReliefView view{};
};

struct ReliefDrawn {
    Rect box;  // all of it; empty where there is no room
    /// The grid's point that is seen nearest to a pixel, at most so many from it; of several the one in front.
    std::optional<GridCell> nearest(Vec2 pixel, float within) const;
    Vec2 at(GridPoint point, double loss) const;

    SurfaceGrid losses{};
    LossScale scale{};
    ReliefView view{};
    Vec2 middle;     // of the floor
    float size = 0;  // pixels of half the square's side
    float depth(GridPoint point) const;
};
ReliefDrawn draw_relief(Painter& painter, const Rect& rect, const Relief& relief);
ReliefDrawn place_relief(Painter& painter, const Rect& rect, const Relief& relief);

}  // namespace glassformer
