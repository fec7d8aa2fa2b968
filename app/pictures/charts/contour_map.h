// A surface from above: one cell of color for each computed point, contour lines with their numbers, and a path over
// it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/pictures/charts/contour_lines.h"
#include "app/pictures/charts/loss_scale.h"

namespace glassformer {

/// A column and a row of the grid.
struct GridCell {
    std::size_t column = 0, row = 0;
    bool operator==(const GridCell&) const = default;
};

struct ContourMap {
    std::string title{};         // empty: none
    std::string across{}, up{};  // names of the axes
    SurfaceGrid losses{};        // at least 2 × 2, finite or not
    LossScale scale{};
    std::span<const GridPoint> path{};  // joined in this order
    std::string path_begins{};          // the name of its first point
    std::optional<std::size_t> path_hovered{};
    std::string centre{};  // the name of (0, 0)
    std::optional<GridCell> hovered{};
};

struct ContourMapDrawn {
    Rect cells;  // the middle of each is its point; empty where there is no room
    SurfaceGrid losses{};
    Vec2 at(GridPoint point) const;
    std::optional<GridCell> cell(Vec2 pixel) const;
    Rect of(GridCell cell) const;
    /// The nearest point of a path within so many pixels.
    std::optional<std::size_t> nearest(std::span<const GridPoint> path, Vec2 pixel, float within) const;
};
ContourMapDrawn draw_contour_map(Painter& painter, const Rect& rect, const ContourMap& map);
/// The same without drawing: for what is hovered, which must be known before.
ContourMapDrawn place_contour_map(Painter& painter, const Rect& rect, const ContourMap& map);

}  // namespace glassformer
