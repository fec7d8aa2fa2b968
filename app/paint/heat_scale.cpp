#include "app/paint/heat_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace glassformer {

namespace {

constexpr float largest_end = std::numeric_limits<float>::max(), smallest_span = std::numeric_limits<float>::min();

float end_of_scale(float value, float otherwise) {
    return std::isnan(value) ? otherwise : std::clamp(value, -largest_end, largest_end);
}

}  // namespace

int hatch_period(float em) { return std::max(6, 2 * static_cast<int>(std::lround(em / 4))); }

Colour HeatFill::at(int x, int y) const {
    const int diagonal = falling ? x - y : x + y;
    const int stripe = (diagonal % period + period) % period;
    return stripe < width ? ink : ground;
}

HeatScale::HeatScale(const Theme& theme, const HeatStyle& style, float em)
    : theme_(theme), ramp_(glassformer::ramp(theme, style.map, style.meaning)), period_(hatch_period(em)) {
    const bool diverging = style.map == HeatMap::diverging;
    float high = end_of_scale(style.limit, 1);
    if (diverging) high = std::max(high, smallest_span);
    low_ = diverging ? -high : end_of_scale(style.low, 0);
    factor_ = std::max(std::abs(low_), std::abs(high)) > largest_end / 4 ? 0.25F : 1;
    low_ *= factor_;
    span_ = std::max(high * factor_ - low_, smallest_span);
}

HeatFill HeatScale::fill(float value) const {
    if (std::isnan(value)) {
        const Colour light = theme_.not_a_number;
        return {mix(Colour{0, 0, 0, 1}, light, 0.45F), light, period_ / 2, period_, false};
    }
    if (value == -INFINITY) return {Colour{.a = 0}, theme_.masked, 3 * period_ / 8, period_, false};
    if (value == INFINITY) {
        const Colour top = sample(ramp_, 1);
        return {top, text_on(theme_, top), period_ / 4, period_, true};
    }
    return {.ground = sample(ramp_, (value * factor_ - low_) / span_), .period = period_};
}

std::array<HeatFill, 3> HeatScale::special() const {
    return {fill(std::numeric_limits<float>::quiet_NaN()), fill(-INFINITY), fill(INFINITY)};
}

void fill_cell(Painter& painter, const Rect& cell, const HeatFill& fill, Vec2 origin) {
    if (fill.ground.a > 0) painter.fill(cell, fill.ground, 0);
    if (fill.width == 0) return;
    const auto period = static_cast<float>(fill.period);
    const auto wide = static_cast<float>(fill.width);
    // Where a line begins: a pixel's middle lies half a pixel right of and below its corner; on x + y both count.
    const float start = fill.falling ? -0.5F : 0.5F;
    const float left = cell.x - origin.x, top = cell.y - origin.y;
    // Along the upper edge, from the line through the lower left corner to that through the right one.
    const float from = fill.falling ? left - top - cell.h : left + top;
    const float to = fill.falling ? left - top + cell.w : left + top + cell.w + cell.h;
    const auto first = static_cast<int>(std::floor((from - start - wide) / period));
    const auto last = static_cast<int>(std::ceil((to - start) / period));
    painter.push_clip(cell);
    for (int l = first; l <= last; ++l) {
        const float diagonal = static_cast<float>(l) * period + start;
        const float x = origin.x + (fill.falling ? diagonal + top : diagonal - top);
        const float below = fill.falling ? x + cell.h : x - cell.h;
        const std::array near{Vec2{x, cell.y}, Vec2{below, cell.bottom()}};
        const std::array far{Vec2{x + wide, cell.y}, Vec2{below + wide, cell.bottom()}};
        painter.band(near, far, fill.ink);
    }
    painter.pop_clip();
}

}  // namespace glassformer
