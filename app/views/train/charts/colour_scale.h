// The colors of a heat map with numbers at ticks: what a color stands for.
#pragma once

#include "app/paint/painter.h"
#include "app/pictures/charts/axis_ticks.h"

namespace glassformer {

/// A bar from the low end at the bottom to the high one, numbers at its right. `axis`: the numbers at its ends; of a
/// logarithmic one the style has the exponents. The high end is always written.
void draw_colour_scale(Painter& painter, const Rect& rect, const HeatStyle& style, const ChartAxis& axis);
float colour_scale_width(Painter& painter, const ChartAxis& axis);
/// A bar between the numbers of its two ends, on one line.
void draw_colour_line(Painter& painter, const Rect& rect, const HeatStyle& style, const ChartAxis& axis);

}  // namespace glassformer
