// The charts of the page: the loss at each position of all texts, and what a pass costs in both ways.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/pictures/charts/line_chart.h"
#include "app/views/experiments/batch/page.h"
#include "app/views/experiments/batch/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

namespace strings = texts::batch;

/// Draws it with the number under the mouse, and returns that number.
std::optional<double> hovered_chart(ViewContext& context, const Rect& area, const char* id, const LineChart& chart) {
    Ui& ui = context.ui;
    const LineChartDrawn placed = place_line_chart(ui.painter, area, chart);
    context.targets.put(id, placed.plot);
    const bool hovered = region(ui, id, placed.plot).hovered;
    draw_line_chart(ui.painter, area, chart);
    if (!hovered) return {};
    return placed.x_of(ui.input.mouse.x);
}

}  // namespace

void BatchPage::draw_losses(ViewContext& context, const Rect& area) {
    const Theme& theme = context.ui.theme;
    const BatchBothWays& both = made()->both;
    const std::size_t texts = both.texts.size();
    std::vector<std::vector<ChartPoint>> lines(texts + 1);
    for (int i = 0; i < both.length; ++i) {
        double sum = 0;
        int labels = 0;
        for (std::size_t t = 0; t < texts; ++t) {
            if (i >= static_cast<int>(both.texts[t].size())) continue;
            const double loss = both.texts[t][static_cast<std::size_t>(i)].loss;
            if (!std::isfinite(loss)) continue;
            lines[t].push_back({i + 1.0, loss});
            sum += loss;
            ++labels;
        }
        if (labels > 0) lines[texts].push_back({i + 1.0, sum / labels});
    }
    LineChart chart{
        .title = strings::losses_title,
        .across = {.title = strings::position_axis, .low = 1, .high = std::max(2.0, static_cast<double>(both.length))},
        .hovered = hovered_before_};
    for (std::size_t t = 0; t < texts; ++t) {
        const bool is_chosen = static_cast<int>(t) == text_;
        chart.series.push_back({.name = fmt::format(strings::text_name, t + 1),
                                .points = lines[t],
                                .colour = is_chosen ? theme.accent : theme.muted,
                                .width = is_chosen ? 2.6F : 1,
                                .dashed = !is_chosen,
                                .dash = 1 + static_cast<float>(t)});
    }
    if (texts > 1)
        chart.series.push_back({.name = strings::mean_name,
                                .points = lines[texts],
                                .colour = colour(theme, Meaning::query),
                                .width = 2.2F});
    chart.up = fit_up({}, chart.series);
    chart.marks.push_back({.x = query_ + 1.0, .name = {}, .colour = theme.accent});
    if (const auto at = hovered_chart(context, area, "batch losses", chart)) hovered_ = at;
}

/// Of the chosen text.
void BatchPage::draw_work(ViewContext& context, const Rect& area) {
    const Theme& theme = context.ui.theme;
    std::array<std::vector<ChartPoint>, 2> lines;
    for (std::size_t i = 0; i < chosen().size(); ++i) {
        lines[0].push_back({static_cast<double>(i + 1), chosen()[i].flop / 1e6});
        lines[1].push_back({static_cast<double>(i + 1), chosen()[i].cached / 1e6});
    }
    LineChart chart{.title = fmt::format(strings::work_title, text_ + 1),
                    .across = {.title = strings::position_axis,
                               .low = 1,
                               .high = std::max(2.0, static_cast<double>(made()->both.length))},
                    .hovered = hovered_before_};
    for (const bool cached : {false, true})
        chart.series.push_back({.name = cached ? strings::way_cache : strings::way_beginnings,
                                .points = lines.at(cached ? 1 : 0),
                                .colour = colour(theme, cached ? Meaning::key : Meaning::weight),
                                .width = cached == with_cache() ? 2.8F : 1.4F});
    std::vector<double> heights{0};
    for (const auto& line : lines)
        for (const ChartPoint& point : line) heights.push_back(point.y);
    chart.up = fit(strings::flop_axis, heights);
    chart.marks.push_back({.x = query_ + 1.0, .name = {}, .colour = theme.accent});
    if (const auto at = hovered_chart(context, area, "batch work", chart)) hovered_ = at;
}

}  // namespace glassformer
