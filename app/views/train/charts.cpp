#include "app/views/train/charts.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/train/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

/// Adds what is new; begins anew where a run did.
void TrainCharts::follow(const TrainingSession::Snapshot& shown) {
    if (of_ != shown.plan || shown.records.size() < loss_.size()) {
        of_ = shown.plan;
        loss_.clear();
        norm_.clear();
        hovered_.reset();
    }
    for (std::size_t i = loss_.size(); i < shown.records.size(); ++i) {
        const StepRecord& record = shown.records[i];
        loss_.push_back({static_cast<double>(record.step), static_cast<double>(record.loss)});
        norm_.push_back({static_cast<double>(record.step), static_cast<double>(record.gradient_norm)});
    }
    held_out_loss_.clear();
    accuracy_.clear();
    for (const HeldOutRecord& record : *shown.held_out) {
        held_out_loss_.push_back({static_cast<double>(record.step), static_cast<double>(record.loss)});
        accuracy_.push_back({static_cast<double>(record.step), static_cast<double>(record.accuracy)});
    }
}

TrainCharts::Touch TrainCharts::draw(ViewContext& context, const Rect& area, const TrainingSession::Snapshot& shown,
                                     int looked_at, double clip) {
    follow(shown);
    Ui& ui = context.ui;
    const Theme& theme = ui.theme;
    const float em = ui.em;
    const Colour strong = colour(theme, Meaning::output), pale = mix(theme.background, theme.muted, 0.55F);
    const ChartAxis across{
        .title = texts::train::step_axis, .low = 0, .high = static_cast<double>(std::max(1, shown.steps_planned))};
    const LossWithoutReading& blind = shown.without_reading;
    const ChartMark mark{.x = static_cast<double>(looked_at), .name = {}, .colour = theme.accent};

    std::array<LineChart, 3> charts;
    charts[0] = {.title = texts::train::loss,
                 .across = across,
                 .series = {{.name = texts::train::loss_training, .points = loss_, .colour = pale, .width = 1},
                            {.name = texts::train::loss_held_out, .points = held_out_loss_, .colour = strong}},
                 .levels = {{texts::train::level_uniform, blind.uniform, theme.muted},
                            {texts::train::level_frequencies, blind.frequencies, theme.muted}}};
    charts[0].up = fit_up("", charts[0].series, false, charts[0].levels);
    charts[0].up.low = std::min(0.0, charts[0].up.low);
    charts[1] = {.title = texts::train::accuracy,
                 .across = across,
                 .up = {.title = {}, .low = 0, .high = 1},
                 .series = {{.name = texts::train::accuracy, .points = accuracy_, .colour = strong}},
                 .levels = {{texts::train::level_most_frequent, blind.most_frequent, theme.muted}}};
    charts[2] = {.title = texts::train::norm,
                 .across = across,
                 .series = {{.name = texts::train::norm, .points = norm_, .colour = colour(theme, Meaning::mlp)}}};
    if (clip > 0) charts[2].levels.push_back({texts::train::level_clip, clip, theme.warning});
    charts[2].up = fit_up("", charts[2].series, true, charts[2].levels);

    // The loss over the two others; what there is no room for is left out, the last first.
    const float gap = em, half = std::floor((area.w - gap) / 2);
    const bool low = area.h < 18 * em, narrow = area.w < 30 * em;
    Rect rest = area;
    const Rect above = low ? rest.take_left(half) : rest.take_top(std::round(0.54F * (area.h - gap)));
    if (low)
        rest.take_left(gap);
    else
        rest.take_top(gap);
    const std::array<Rect, 3> places{above, low || narrow ? rest : Rect{rest.x, rest.y, half, rest.h},
                                     low || narrow ? Rect{} : Rect{rest.right() - half, rest.y, half, rest.h}};
    Touch touch;
    const std::optional<double> hovered = std::exchange(hovered_, std::nullopt);
    for (std::size_t i = 0; i < charts.size(); ++i) {
        const Rect place = places[i].snapped();
        if (place.w <= 0) continue;
        LineChart& chart = charts[i];
        chart.hovered = hovered;
        chart.marks = {mark};
        const std::string id = "train chart " + std::to_string(i + 1);
        context.targets.put(id, place);
        const Region touched = region(ui, id, place);
        const LineChartDrawn drawn = draw_line_chart(ui.painter, place, chart);
        if (!touched.hovered && !touched.dragging) continue;
        const double step = drawn.x_of(touched.mouse.x);
        if (drawn.plot.contains(touched.mouse)) hovered_ = step;
        if (touched.clicked || touched.dragging) touch.dragged = static_cast<int>(std::lround(std::max(0.0, step)));
    }
    if (hovered_ != hovered) ui.keep_awake();
    return touch;
}

}  // namespace glassformer
