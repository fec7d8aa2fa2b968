#include "app/pictures/charts/line_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>

#include "app/pictures/charts/line_chart_parts.h"

namespace glassformer {

namespace {

constexpr TextStyle small_text(Colour colour) {
    return {.colour = colour, .size = em::small, .anchor = Anchor::middle};
}

void draw_placed(Painter& painter, const PlacedText& placed, const TextStyle& style) {
    if (!placed.text.empty()) painter.text({placed.box.x, placed.box.centre().y}, placed.text, style);
}

void draw_grid(Painter& painter, const LineChartLayout& layout) {
    const Theme& theme = painter.theme();
    const Rect& plot = layout.drawn.plot;
    painter.fill(plot, theme.field);
    if (!layout.grid) return;
    // On whole pixels, and not over the frame.
    const Colour faint = theme.faint.faded(0.35F);
    for (const PlacedTick& tick : layout.ticks_up)
        if (const float y = std::round(tick.at) + 0.5F; y > plot.y + 1 && y < plot.bottom() - 1)
            painter.line({plot.x, y}, {plot.right(), y}, faint);
    for (const PlacedTick& tick : layout.ticks_across)
        if (const float x = std::round(tick.at) + 0.5F; x > plot.x + 1 && x < plot.right() - 1)
            painter.line({x, plot.y}, {x, plot.bottom()}, faint);
    const AxisScale up(layout.drawn.up);
    if (layout.drawn.up.low < 0 && layout.drawn.up.high > 0) {
        const float zero = std::round(plot.bottom() - static_cast<float>(up.share(0)) * plot.h) + 0.5F;
        painter.line({plot.x, zero}, {plot.right(), zero}, theme.faint);
    }
}

/// A dot where a line has no length that could be seen.
bool is_dot(const LineRun& run) {
    return std::ranges::all_of(
        run, [&](Vec2 p) { return std::abs(p.x - run.front().x) < 0.5F && std::abs(p.y - run.front().y) < 0.5F; });
}

/// The line in pieces between its sharp turns, where joined lines would get points that reach beyond the numbers.
void draw_run(Painter& painter, const LineRun& run, Colour colour, float width) {
    const std::span<const Vec2> points(run);
    std::size_t from = 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
        const Vec2 in = points[i] - points[i - 1];
        const Vec2 out = i + 1 < points.size() ? points[i + 1] - points[i] : Vec2{};
        const float along = in.x * out.x + in.y * out.y;
        const bool sharp = along < -0.3F * std::hypot(in.x, in.y) * std::hypot(out.x, out.y);
        if (!sharp && i + 1 < points.size()) continue;
        painter.polyline(points.subspan(from, i + 1 - from), colour, width);
        from = i;
    }
}

std::vector<LineRun> runs_of(const LineChartLayout& layout, const ChartSeries& series) {
    const Rect& plot = layout.drawn.plot;
    const AxisScale across(layout.drawn.across), up(layout.drawn.up);
    const auto place = [&](const ChartPoint& point) {
        return Vec2{plot.x + static_cast<float>(across.share(point.x)) * plot.w + series.aside,
                    plot.bottom() - static_cast<float>(up.share(point.y)) * plot.h};
    };
    return thinned(series.points, plot, place);
}

void draw_series(Painter& painter, std::span<const LineRun> runs, const ChartSeries& series) {
    for (const LineRun& run : runs) {
        if (is_dot(run))
            painter.circle(run.front(), std::max(1.2F * series.width, 0.14F * painter.em()), series.colour);
        else if (series.dashed)
            dashed_polyline(painter, run, series.colour, series.width, series.dash);
        else
            draw_run(painter, run, series.colour, series.width);
    }
}

void draw_numbers(Painter& painter, const LineChartLayout& layout) {
    const Theme& theme = painter.theme();
    for (const auto* ticks : {&layout.ticks_up, &layout.ticks_across})
        for (const PlacedTick& tick : *ticks) draw_placed(painter, tick.text, small_text(theme.muted));
    draw_placed(painter, layout.up, small_text(theme.muted));
    draw_placed(painter, layout.across, small_text(theme.muted));
    draw_placed(painter, layout.title, {.colour = theme.text, .size = layout.title_size, .anchor = Anchor::middle});
}

void draw_legend(Painter& painter, const LineChartLayout& layout, const LineChart& chart) {
    for (const LegendEntry& entry : layout.legend) {
        draw_sample(painter, entry.sample, chart.series[entry.series]);
        draw_placed(painter, entry.name, small_text(painter.theme().text));
    }
    draw_placed(painter, layout.more, small_text(painter.theme().muted));
}

template <typename Number>
ChartAxis fitted(std::string title, std::span<const ChartSeries> series, bool logarithmic,
                 std::span<const ChartLevel> levels, const Number& number) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    double low = infinite, high = -infinite;
    const auto add = [&](double value) {
        if (!std::isfinite(value) || (logarithmic && value <= 0)) return;
        low = std::min(low, value);
        high = std::max(high, value);
    };
    for (const ChartSeries& one : series)
        for (const ChartPoint& point : one.points) add(number(point));
    for (const ChartLevel& level : levels) add(level.y);
    return fit(std::move(title), std::array{low, high}, logarithmic);
}

}  // namespace

ChartAxis fit_across(std::string title, std::span<const ChartSeries> series, bool logarithmic) {
    return fitted(std::move(title), series, logarithmic, {}, [](const ChartPoint& point) { return point.x; });
}

ChartAxis fit_up(std::string title, std::span<const ChartSeries> series, bool logarithmic,
                 std::span<const ChartLevel> levels) {
    return fitted(std::move(title), series, logarithmic, levels, [](const ChartPoint& point) { return point.y; });
}

Vec2 LineChartDrawn::at(double x, double y) const {
    return {plot.x + static_cast<float>(AxisScale(across).share(x)) * plot.w,
            plot.bottom() - static_cast<float>(AxisScale(up).share(y)) * plot.h};
}

double LineChartDrawn::x_of(float pixel) const {
    const double share = static_cast<double>(pixel - plot.x) / static_cast<double>(std::max(1.0F, plot.w));
    return AxisScale(across).value(std::clamp(share, 0.0, 1.0));
}

double LineChartDrawn::y_of(float pixel) const {
    const double share = static_cast<double>(plot.bottom() - pixel) / static_cast<double>(std::max(1.0F, plot.h));
    return AxisScale(up).value(std::clamp(share, 0.0, 1.0));
}

void dashed_polyline(Painter& painter, std::span<const Vec2> points, Colour colour, float width, float scale) {
    constexpr float most = 2000;  // dashes
    float length = 0;
    for (std::size_t i = 1; i < points.size(); ++i)
        length += std::hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
    const float usual = 3 + 1.5F * width, space = std::max(0.67F * usual, 0.4F * length / most),
                dash = std::max(scale * usual, 0.6F * length / most);
    std::vector<Vec2> drawn{points.front()};
    bool on = true;
    float left = dash;  // of the dash or the space
    for (std::size_t i = 1; i < points.size(); ++i) {
        Vec2 from = points[i - 1];
        const Vec2 to = points[i];
        float rest = std::hypot(to.x - from.x, to.y - from.y);
        while (rest > left) {
            from = from + (to - from) * (left / rest);
            rest -= left;
            if (on) drawn.push_back(from), painter.polyline(drawn, colour, width);
            on = !on;
            drawn.assign(1, from);
            left = on ? dash : space;
        }
        left -= rest;
        drawn.push_back(to);
    }
    if (on && drawn.size() > 1) painter.polyline(drawn, colour, width);
}

void draw_sample(Painter& painter, const Rect& rect, const ChartSeries& series) {
    const float y = std::round(rect.centre().y);
    const float width = std::clamp(series.width, 2.0F, std::max(2.0F, 0.25F * painter.em()));
    const std::array points{Vec2{rect.x, y}, Vec2{rect.right(), y}};
    if (series.dashed)
        dashed_polyline(painter, points, series.colour, width, series.dash);
    else
        painter.polyline(points, series.colour, width);
}

LineChartDrawn draw_line_chart(Painter& painter, const Rect& rect, const LineChart& chart) {
    const LineChartLayout layout = lay_out(painter, rect, chart);
    const Rect& plot = layout.drawn.plot;
    if (plot.w < 4 || plot.h < 4) return layout.drawn;
    draw_grid(painter, layout);
    if (chart.under) chart.under(layout.drawn);
    painter.stroke(plot, painter.theme().border);
    float widest = 1;
    for (const ChartSeries& series : chart.series) widest = std::max(widest, series.width);
    painter.push_clip(plot.inset(-widest));
    std::vector<LineRun> all;
    for (const ChartSeries& series : chart.series) {
        std::vector<LineRun> runs = runs_of(layout, series);
        draw_series(painter, runs, series);
        all.insert(all.end(), std::make_move_iterator(runs.begin()), std::make_move_iterator(runs.end()));
    }
    painter.pop_clip();
    for (const ChartInterval& part : chart.intervals)
        all.push_back({layout.drawn.at(part.x, part.low) + Vec2{part.aside, 0},
                       layout.drawn.at(part.x, part.high) + Vec2{part.aside, 0}});
    draw_levels_and_marks(painter, layout, chart, std::move(all));
    draw_numbers(painter, layout);
    draw_legend(painter, layout, chart);
    if (chart.hovered) draw_hovered(painter, rect, layout, chart);
    return layout.drawn;
}

LineChartDrawn place_line_chart(Painter& painter, const Rect& rect, const LineChart& chart) {
    return lay_out(painter, rect, chart).drawn;
}

}  // namespace glassformer
