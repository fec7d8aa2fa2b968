// Lines of equal value on a grid of measured numbers: marching squares with linear interpolation.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace glassformer {

/// Numbers at the crossings of two axes.
struct SurfaceGrid {
    std::span<const double> across, up;  // coordinates of columns and rows, ascending
    std::span<const double> values;      // [up, across]
    double at(std::size_t column, std::size_t row) const { return values[row * across.size() + column]; }
    /// The number between the grid's points, bilinear; NaN outside and beside a number that is not finite.
    double between(double x, double y) const;
};

struct GridPoint {
    double x = 0, y = 0;  // in the numbers of the axes
};
struct ContourSegment {
    GridPoint from, to;
};

/// The line through all points where the grid has the level, in pieces: one or two in every square of four neighbors,
/// each ending on sides of the square whose ends lie on both sides of the level. Where two pieces can be drawn in two
/// ways (a saddle), the mean of the four decides. Squares with a number that is not finite have none.
std::vector<ContourSegment> contour_lines(const SurfaceGrid& grid, double level);

}  // namespace glassformer
