#include "app/views/positions/plots.h"

#include <algorithm>
#include <cmath>

#include "app/views/shared/wording.h"

namespace glassformer {

namespace {

/// "95", not "95.00": the ends of an axis are often positions.
std::string end_text(float value) {
    const bool whole = std::abs(value) < 1e6F && value == std::round(value);
    return whole ? with_minus(std::to_string(std::lround(value))) : number_text(static_cast<double>(value));
}

}  // namespace

HeatStyle spectrum_of(std::span<const float> values) {
    HeatStyle style{.map = HeatMap::spectrum, .meaning = Meaning::position, .gap = 0};
    if (values.empty()) return style;
    const auto [low, high] = std::ranges::minmax(values);
    style.low = low;
    style.limit = high > low ? high : low + 1;
    return style;
}

MapTouch draw_map(ViewContext& context, const Rect& area, const MapPlot& plot) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const Theme& theme = ui.theme;
    const float em = ui.em;
    MapTouch touch;
    const ConstMatrix& m = plot.values;
    Rect rest = area;
    const Rect below = plot.numbers ? rest.take_bottom(1.25F * em) : Rect{};
    const Rect beside = plot.numbers ? rest.take_left(1.9F * em) : Rect{};
    const Rect cells = rest.snapped();
    if (cells.w < 4 || cells.h < 4 || m.rows < 1 || m.cols < 1) return touch;
    painter.fill(cells, theme.heat_zero);
    painter.heatmap(m, cells, plot.style);
    context.targets.put(plot.id, cells);

    const TextStyle small{.colour = theme.muted, .size = em::small};
    const auto number_beside = [&](float y, int number, Anchor anchor) {
        painter.text({beside.right() - 0.3F * em, y}, std::to_string(number),
                     {.colour = theme.muted, .size = em::small, .align = Align::right, .anchor = anchor});
    };
    if (plot.numbers) number_beside(cells.y, plot.first_down, Anchor::top);
    if (plot.numbers && cells.h > 2.5F * em)
        number_beside(cells.bottom(), plot.first_down + m.rows - 1, Anchor::bottom);
    if (plot.numbers && cells.h > 7 * em)
        painter.text({beside.right() - 0.9F * em, cells.centre().y}, plot.down,
                     {.colour = theme.muted,
                      .size = em::small,
                      .align = Align::centre,
                      .anchor = Anchor::middle,
                      .degrees = plot.down.size() > 1 ? 90.0F : 0.0F});
    if (plot.numbers) {
        Rect line{cells.x, below.y, cells.w, below.h};
        const bool narrow = line.w < 11 * em;
        const std::string range =
            std::to_string(plot.first_across) + " … " + std::to_string(plot.first_across + m.cols - 1);
        const std::string whole = plot.across + " " + range;
        // What the axis leaves, so that both ends of the scale are said.
        const float left = line.w - painter.measure(whole, em::small).width - 0.6F * em;
        const float scale = narrow ? line.w : std::min(std::max(0.44F * line.w, left), 9 * em);
        legend_line(painter, line.take_right(scale), plot.style, m);
        line.take_right(0.4F * em);
        const auto fits = [&](const std::string& text) { return painter.measure(text, em::small).width <= line.w; };
        text_in(painter, line, fits(whole) ? whole : fits(plot.across) ? plot.across : "", small);
    }

    if (plot.marked_row >= 0 && plot.marked_row < m.rows) {
        const Rect row = cell_rect(cells, m.rows, m.cols, plot.marked_row, 0, 1, m.cols);
        const float high = std::max(row.h, 3.0F);
        painter.stroke(Rect{row.x, row.centre().y - high / 2 - 1, row.w, high + 2}.intersect(cells.inset(-1)),
                       theme.text, 1);
    }
    if (plot.marked_row >= 0 && plot.marked_row < m.rows && plot.marked_column >= 0 && plot.marked_column < m.cols) {
        const Vec2 centre = cell_rect(cells, m.rows, m.cols, plot.marked_row, plot.marked_column).centre();
        painter.ring(centre, 0.32F * em, theme.background, 3);
        painter.ring(centre, 0.32F * em, theme.accent, 1.5F);
    }
    const Region touched = region(ui, plot.id, cells);
    if (!touched.hovered && !touched.dragging) return touch;
    touch.at = cell_at(cells, m.rows, m.cols, touched.mouse);
    if (!touch.at) return touch;
    touch.cell = cell_rect(cells, m.rows, m.cols, touch.at.row, touch.at.col);
    touch.clicked = touched.clicked || touched.dragging;
    return touch;
}

Chart::Chart(ViewContext& context, const Rect& area, const ChartAxes& axes)
    : painter_(context.ui.painter), axes_(axes) {
    const Theme& theme = context.ui.theme;
    const float em = context.ui.em;
    Rect rest = area;
    Rect below = rest.take_bottom(1.25F * em);
    const std::string low = axes.at_low.empty() ? end_text(axes.low) : axes.at_low;
    const std::string high = axes.at_high.empty() ? end_text(axes.high) : axes.at_high;
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
    const std::string from = axes.at_left.empty() ? end_text(axes.left) : axes.at_left;
    const std::string to = axes.at_right.empty() ? end_text(axes.right) : axes.at_right;
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
