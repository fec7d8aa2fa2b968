// Waterfall chart of a sum: one bar per term, each starting where the previous one ended, so that the last ends at the
// sum.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/paint/painter.h"

namespace glassformer {

struct WaterfallPart {
    std::string name;
    double value = 0;
    Meaning meaning = Meaning::plain;
};

/// Its lines are as high as `room` (pixels) lets them be, within limits.
float waterfall_height(float em, std::size_t parts, float room = 0);
/// Draws one line per term and one for the sum in a rectangle of waterfall_height(); returns the lines of the terms.
/// Lines outside the clip are not drawn.
std::vector<Rect> draw_waterfall(Painter& painter, const Rect& rect, std::span<const WaterfallPart> parts, double sum,
                                 const std::string& sum_name, int hovered = -1);

}  // namespace glassformer
