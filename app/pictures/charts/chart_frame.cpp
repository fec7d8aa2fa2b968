#include "app/pictures/charts/chart_frame.h"

#include <algorithm>

#include "app/paint/printed_number.h"

namespace glassformer {

Chart::Chart(Painter& painter, const Rect& area, const ChartAxes& axes) : painter_(painter), axes_(axes) {
    const Theme& theme = painter.theme();
    const float em = painter.em();
    Rect rest = area;
    Rect below = rest.take_bottom(1.25F * em);
    const std::string low = axes.at_low.empty() ? axis_number(static_cast<double>(axes.low)) : axes.at_low;
    const std::string high = axes.at_high.empty() ? axis_number(static_cast<double>(axes.high)) : axes.at_high;
    rest.take_top(0.3F * em);
    // The numbers stand beside the curves, not over them.
    const float beside = std::max({1.9F * em, painter_.measure(low, em::small).width + 0.35F * em,
                                   painter_.measure(high, em::small).width + 0.35F * em});
    if (rest.w > 3 * beside) {
        rest.take_left(beside);
        below.take_left(beside);
    }
    plot_ = rest.snapped();
    if (!(axes_.high > axes_.low)) {
        axes_.low -= 0.5F;
        axes_.high += 0.5F;
    }
    if (!(axes_.right > axes_.left)) axes_.right = axes_.left + 1;
    painter_.fill(plot_, theme.field);
    painter_.stroke(plot_, theme.border);
    if (axes_.low < 0 && axes_.high > 0) {
        const float zero = at(0, 0).y;
        painter_.line({plot_.x, zero}, {plot_.right(), zero}, theme.faint);
    }
    const TextStyle small{.colour = theme.muted, .size = em::small};
    TextStyle right = small;
    right.align = Align::right;
    const float inside = plot_.x - 0.35F * em;
    painter_.text({inside, plot_.y}, high, right);
    if (plot_.h > 2.2F * em) {
        right.anchor = Anchor::bottom;
        painter_.text({inside, plot_.bottom()}, low, right);
        right.anchor = Anchor::top;
    }
    const std::string from = axes.at_left.empty() ? axis_number(static_cast<double>(axes.left)) : axes.at_left;
    const std::string to = axes.at_right.empty() ? axis_number(static_cast<double>(axes.right)) : axes.at_right;
    text_in(painter_, below, from, small);
    text_in(painter_, below, to, right);
    const float ends = std::max(painter_.measure(from, em::small).width, painter_.measure(to, em::small).width) + em;
    text_in(painter_, below.inset(std::min(ends, below.w / 2), 0), axes.across,
            {.colour = theme.muted, .size = em::small, .align = Align::centre});
}

Vec2 Chart::at(float x, float y) const {
    const float along = (x - axes_.left) / (axes_.right - axes_.left);
    const float up = (y - axes_.low) / (axes_.high - axes_.low);
    const Rect inside = plot_.inset(3);
    return {inside.x + along * inside.w, inside.bottom() - up * inside.h};
}

float Chart::x_of(float pixel) const {
    const Rect inside = plot_.inset(3);
    return axes_.left + (pixel - inside.x) / std::max(1.0F, inside.w) * (axes_.right - axes_.left);
}

void Chart::curve(std::span<const Vec2> points, Colour colour, float width) {
    line_.clear();
    for (const Vec2& point : points) line_.push_back(at(point.x, point.y));
    if (line_.size() < 2) return;
    painter_.push_clip(plot_);  // the corners of sharp peaks reach beyond their points
    painter_.polyline(line_, colour, width);
    painter_.pop_clip();
}

void Chart::upright(float x, Colour colour) {
    const float place = at(x, 0).x;
    painter_.dashed({place, plot_.y}, {place, plot_.bottom()}, colour);
}

void Chart::level(float y, Colour colour) {
    const float place = at(0, y).y;
    painter_.dashed({plot_.x, place}, {plot_.right(), place}, colour);
}

}  // namespace glassformer
