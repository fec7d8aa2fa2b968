#include "app/views/train/charts/colour_scale.h"

#include <algorithm>
#include <cmath>

#include "app/paint/heat_scale.h"
#include "app/paint/printed_number.h"

namespace glassformer {

namespace {

constexpr float bar_width = 0.8F, beside_bar = 0.35F;  // em

/// Draws the colors in lines of a pixel, from the low end on.
void fill_scale(Painter& painter, const Rect& bar, const HeatStyle& style, bool upright) {
    const HeatScale scale(painter.theme(), style);
    const int pixels = static_cast<int>(upright ? bar.h : bar.w);
    for (int i = 0; i < pixels; ++i) {
        const float share = (static_cast<float>(i) + 0.5F) / static_cast<float>(pixels);
        const Colour colour = scale.fill(style.low + share * (style.limit - style.low)).ground;
        const auto at = static_cast<float>(i);
        painter.fill(upright ? Rect{bar.x, bar.bottom() - at - 1, bar.w, 1} : Rect{bar.x + at, bar.y, 1, bar.h},
                     colour);
    }
    painter.stroke(bar, painter.theme().border);
}

}  // namespace

float colour_scale_width(Painter& painter, const ChartAxis& axis) {
    float widest = painter.measure(number_text(axis.high), em::small).width;
    for (const AxisTick& tick : axis_ticks(axis, 6))
        widest = std::max(widest, painter.measure(tick.text, em::small).width);
    return (bar_width + beside_bar) * painter.em() + widest;
}

void draw_colour_scale(Painter& painter, const Rect& rect, const HeatStyle& style, const ChartAxis& axis) {
    const float em = painter.em(), line = painter.measure("0", em::small).height;
    const Rect bar = Rect{rect.x, rect.y, bar_width * em, rect.h}.snapped();
    if (bar.h < 2 * line) return;
    fill_scale(painter, bar, style, true);
    const TextStyle ink{.colour = painter.theme().muted, .size = em::small, .anchor = Anchor::middle};
    const AxisScale scale(axis);
    const auto write = [&](double value, const std::string& text) {
        const float y = bar.bottom() - static_cast<float>(scale.share(value)) * bar.h;
        painter.text({bar.right() + beside_bar * em, std::clamp(y, bar.y + line / 2, bar.bottom() - line / 2)}, text,
                     ink);
        painter.line({bar.right() - 3, y}, {bar.right(), y}, painter.theme().muted);
    };
    write(axis.high, number_text(axis.high));
    const int most = std::clamp(static_cast<int>(bar.h / (2.5F * line)), 2, 6);
    const double touching = 1.2 * static_cast<double>(line / bar.h);
    for (const AxisTick& tick : axis_ticks(axis, most))
        if (scale.share(tick.value) < 1 - touching) write(tick.value, tick.text);
}

void draw_colour_line(Painter& painter, const Rect& rect, const HeatStyle& style, const ChartAxis& axis) {
    const float em = painter.em(), space = 0.4F * em;
    const std::string low = axis_number(axis.low), high = axis_number(axis.high);
    Rect bar = rect;
    const TextStyle ink{.colour = painter.theme().muted, .size = em::small};
    TextStyle right = ink;
    right.align = Align::right;
    text_in(painter, bar.take_left(painter.measure(low, em::small).width), low, ink);
    text_in(painter, bar.take_right(painter.measure(high, em::small).width), high, right);
    bar = bar.inset(space, 0);
    if (bar.w < em) return;
    const float height = std::round(0.6F * em);
    fill_scale(painter, Rect{bar.x, bar.centre().y - height / 2, bar.w, height}.snapped(), style, false);
}

}  // namespace glassformer
