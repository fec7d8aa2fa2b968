#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/paint/printed_number.h"
#include "app/pictures/board/texts.h"
#include "app/pictures/charts/line_chart_parts.h"

namespace glassformer {

namespace {

struct NearestPoint {
    std::size_t series = 0;
    ChartPoint point;
    double apart = 0;  // share of the axis between it and what is hovered
};

std::optional<NearestPoint> nearest_point(const LineChart& chart, std::size_t series, const AxisScale& across,
                                          const AxisScale& up, double hovered) {
    std::optional<NearestPoint> nearest;
    for (const ChartPoint& point : chart.series[series].points) {
        const double share = across.share(point.x), apart = std::abs(share - hovered);
        // What is not on the axis is not drawn.
        if (!(share >= -1e-9 && share <= 1 + 1e-9) || (nearest && apart >= nearest->apart)) continue;
        if (std::isfinite(up.share(point.y))) nearest = {series, point, apart};
    }
    return nearest;
}

struct HoverRow {
    std::size_t series = 0;
    std::string name, number;
};

/// The first line, which names the number across, and a line for each series with its sample, name and number.
class HoverBox {
public:
    HoverBox(Painter& painter, float line, std::string head, std::vector<HoverRow> rows)
        : painter_(painter), line_(1.25F * line), head_(std::move(head)), rows_(std::move(rows)) {}

    /// Right of the upright line, else left of it, inside `room`. Nothing where it has no room.
    void draw(const Rect& room, float x, float top, const LineChart& chart) {
        const float em = painter_.em(), pad = 0.5F * em, sample = sample_width(painter_) + 0.4F * em;
        const auto lines = static_cast<std::size_t>(std::max(0.0F, (room.h - 2 * pad) / line_));
        if (lines < 1) return;
        std::string more;
        if (rows_.size() + 1 > lines) {
            const std::size_t kept = lines >= 3 ? lines - 2 : lines - 1;
            if (lines >= 3) more = fmt::format(texts::pictures::and_more, rows_.size() - kept);
            rows_.resize(kept);
        }
        float widest = std::max(wide(head_), wide(more)), number = 0;
        for (const HoverRow& row : rows_) number = std::max(number, wide(row.number));
        for (const HoverRow& row : rows_) widest = std::max(widest, sample + wide(row.name) + 0.8F * em + number);
        Rect box{0, 0, std::min(widest + 2 * pad, room.w),
                 static_cast<float>(rows_.size() + (more.empty() ? 1 : 2)) * line_ + 2 * pad};
        const float away = 0.7F * em;
        box.x = x + away + box.w <= room.right() ? x + away : x - away - box.w;
        box.x = std::clamp(box.x, room.x, std::max(room.x, room.right() - box.w));
        box.y = std::clamp(top, room.y, std::max(room.y, room.bottom() - box.h));
        const Theme& theme = painter_.theme();
        painter_.fill(box, theme.card, 0.3F * em);
        painter_.stroke(box, theme.border, 1, 0.3F * em);
        Rect inside = box.inset(pad);
        text_in(painter_, inside.take_top(line_), head_, {.colour = theme.muted, .size = em::small});
        for (const HoverRow& row : rows_) {
            Rect line = inside.take_top(line_);
            const Rect short_line = line.take_left(sample);
            draw_sample(painter_, {short_line.x, short_line.y, sample_width(painter_), short_line.h},
                        chart.series[row.series]);
            const Rect end = line.take_right(wide(row.number));
            text_in(painter_, end, row.number, {.colour = theme.text, .size = em::small, .align = Align::right});
            line.take_right(0.5F * em);
            text_in(painter_, line, row.name, {.colour = theme.text, .size = em::small});
        }
        if (!more.empty()) text_in(painter_, inside.take_top(line_), more, {.colour = theme.muted, .size = em::small});
    }

private:
    float wide(std::string_view text) { return painter_.measure(text, em::small).width; }

    Painter& painter_;
    const float line_;
    std::string head_;
    std::vector<HoverRow> rows_;
};

}  // namespace

void draw_hovered(Painter& painter, const Rect& rect, const LineChartLayout& layout, const LineChart& chart) {
    const Theme& theme = painter.theme();
    const Rect& plot = layout.drawn.plot;
    const AxisScale across(layout.drawn.across), up(layout.drawn.up);
    const double hovered = across.share(chart.hovered.value_or(0));
    if (!(hovered >= -1e-9 && hovered <= 1 + 1e-9)) return;
    std::vector<NearestPoint> points;
    for (std::size_t i = 0; i < chart.series.size(); ++i)
        if (const auto nearest = nearest_point(chart, i, across, up, hovered); nearest && !chart.series[i].name.empty())
            points.push_back(*nearest);
    const auto nearest = std::ranges::min_element(points, {}, &NearestPoint::apart);
    const double x = nearest == points.end() || !chart.hover_box ? *chart.hovered : nearest->point.x;
    const float place = plot.x + static_cast<float>(across.share(x)) * plot.w;
    painter.line({std::round(place) + 0.5F, plot.y}, {std::round(place) + 0.5F, plot.bottom()}, theme.muted);

    std::vector<HoverRow> rows;
    for (const NearestPoint& at : points) {
        const ChartSeries& series = chart.series[at.series];
        const Vec2 dot = layout.drawn.at(at.point.x, at.point.y) + Vec2{series.aside, 0};
        if (dot.y >= plot.y - 1 && dot.y <= plot.bottom() + 1) {
            painter.circle(dot, 0.3F * painter.em(), theme.field);
            painter.circle(dot, 0.22F * painter.em(), series.colour);
        }
        std::string number = number_text(at.point.y) + chart.up.unit;
        if (at.point.x != x) number = fmt::format(texts::pictures::number_at, number, axis_number(at.point.x));
        rows.push_back({at.series, series.name, number});
    }
    if (!chart.hover_box) return;
    const std::string& title = chart.across.title;
    HoverBox box(painter, layout.line, (title.empty() ? "" : title + " ") + axis_number(x), std::move(rows));
    // Below the names of the marks.
    const float top = plot.y + 0.4F * painter.em() + (chart.marks.empty() ? 0 : layout.line);
    box.draw(rect, place, top, chart);
}

}  // namespace glassformer
