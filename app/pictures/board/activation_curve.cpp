#include "app/pictures/board/activation_curve.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/pictures/board/heat_panel.h"

namespace glassformer {

namespace {
constexpr std::size_t curve_points = 121;
constexpr float rug_ink = 0.35F;  // of a tick: many that lie close are darker

float curve_x(const ActivationCurve& curve, std::size_t point) {
    return curve.reach * (2 * static_cast<float>(point) / (curve_points - 1) - 1);
}
}  // namespace

ActivationCurve activation_curve(const Rect& box, ActivationFunction value, float reach) {
    ActivationCurve curve{.box = box, .value = value, .reach = reach};
    std::vector<float> y(curve_points);
    for (std::size_t i = 0; i < curve_points; ++i) y[i] = curve_x(curve, i);
    value(y.data(), y.data(), curve_points);
    const auto [least, largest] = std::ranges::minmax_element(y);
    curve.low = std::min(0.0F, *least);
    curve.high = std::max(*largest, curve.low + 1e-6F);
    return curve;
}

bool draw_rug(Painter& painter, const ActivationCurve& curve, std::span<const float> numbers, Colour ink) {
    const Rect& box = curve.box;
    const float reach = curve.reach;
    float least = reach, largest = -reach;
    std::vector<float> at;
    for (const float value : numbers) {
        if (!std::isfinite(value) || std::abs(value) > reach) continue;
        least = std::min(least, value);
        largest = std::max(largest, value);
        at.push_back(box.x + box.w * (value + reach) / (2 * reach));
    }
    if (at.empty()) return false;
    const float from = box.x + box.w * (least + reach) / (2 * reach), wide = box.w * (largest - least) / (2 * reach);
    painter.fill({from, box.y, std::max(wide, 1.0F), box.h}, mix(painter.theme().background, ink, 0.08F));
    const float tick = 0.5F * painter.em();
    for (const float x : at) painter.line({x, box.bottom() - tick}, {x, box.bottom()}, ink.faded(rug_ink), 1);
    return true;
}

void draw_activation_curve(Painter& painter, const ActivationCurve& curve, Colour colour) {
    const Theme& theme = painter.theme();
    const Rect& box = curve.box;
    const float em = painter.em(), low = curve.low, high = curve.high;
    const Vec2 origin = curve.place(0, 0);
    painter.line({box.x, origin.y}, {box.right(), origin.y}, theme.faint, 1);
    painter.line({origin.x, box.y}, {origin.x, box.bottom()}, theme.faint, 1);
    std::vector<Vec2> line;
    for (std::size_t i = 0; i < curve_points; ++i) {
        const float x = curve_x(curve, i);
        line.push_back(curve.place(x, curve.at(x)));
    }
    painter.polyline(line, colour, 2);
    const TextStyle number{.colour = theme.muted, .size = em::small};
    TextStyle end = number;
    end.align = Align::right;
    painter.text({box.x, box.bottom() + 0.2F * em}, short_number(-curve.reach), number);
    painter.text({box.right(), box.bottom() + 0.2F * em}, short_number(curve.reach), end);
    // Labels away from the curve: the high end left of the axis, the lowest point above it, over the axis where there
    // is no room below.
    const float gap = 0.3F * em;
    painter.text({origin.x - gap, box.y}, short_number(high, high), end);
    if (low < 0) {
        const Vec2 lowest = *std::ranges::max_element(line, {}, &Vec2::y);
        const TextSize size = painter.measure(short_number(low, high), em::small);
        const bool over = lowest.y - size.height - gap < origin.y;
        const float y = (over ? origin.y : lowest.y) - gap;
        const float half = size.width / 2;
        const float x = std::clamp(lowest.x, box.x + half, std::max(box.x + half, origin.x - gap - half));
        TextStyle foot = number;
        foot.anchor = Anchor::bottom;
        foot.align = Align::centre;
        if (over) painter.dashed({lowest.x, y}, lowest, theme.muted, 1);
        painter.circle(lowest, 2.5F, theme.muted);
        painter.text({x, y}, short_number(low, high), foot);
    }
    TextStyle middle = number;
    middle.align = Align::centre;
    painter.text({origin.x, box.bottom() + 0.2F * em}, "0", middle);
}

}  // namespace glassformer
