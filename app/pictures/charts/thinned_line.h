// A line of any number of points as what can be seen of it: at most two points for each column of pixels, the least and
// the largest, so that no spike is lost.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "app/paint/painter.h"

namespace glassformer {

struct ChartPoint {
    double x = 0, y = 0;
};

/// Part of a line between two gaps, in pixels; a single point is a dot.
using LineRun = std::vector<Vec2>;

/// The points of a line in a plot, in runs between its gaps. `place` says where a point lies, in pixels; a coordinate
/// that is not finite is a gap. A gap within a column is not seen and no gap. Of the points left and right of the plot,
/// which lie there in this order, each side keeps one, so that the line goes on to the edge.
std::vector<LineRun> thinned(std::span<const ChartPoint> points, const Rect& plot,
                             const std::function<Vec2(const ChartPoint&)>& place);

}  // namespace glassformer
