// Chart of how far gradients reach: the norm of each position's gradient on a logarithmic axis, one curve a layer.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/paint/painter.h"

namespace glassformer {

struct GradientCurve {
    std::string name;          // "Block 1"
    std::vector<float> norms;  // one a position; what is 0 or below the axis is not drawn
};

/// Whole powers of ten that an axis goes from and to.
struct Decades {
    int low = 0, high = 1;
    bool operator==(const Decades&) const = default;
};

struct GradientChart {
    std::vector<GradientCurve> curves;
    std::vector<std::string> tokens;   // below the axis, one a position; empty where curves have different tokens
    std::optional<Decades> held = {};  // of other charts, to be compared with this one: its axis holds theirs too
};

/// The decades of the axis: around all norms above 0 and those that are held, at most 24; {0, 1} where there is none.
Decades decades_of(const GradientChart& chart);

/// A point of a curve.
struct GradientPoint {
    int curve = -1, position = -1;
    Rect rect;
};
/// Draws axes, curves and their names; returns the point nearest to the mouse, if one is near.
std::optional<GradientPoint> draw_gradient_chart(Painter& painter, const Rect& rect, const GradientChart& chart,
                                                 Vec2 mouse);

}  // namespace glassformer
