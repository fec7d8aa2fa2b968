#include "app/views/experiments/frame/chart_runs.h"

#include <cmath>

#include "app/views/experiments/frame/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

constexpr float nearest_run = 1;  // em

std::optional<ChartRun> run_near(const std::string& id, const LineChart& chart, const LineChartDrawn& placed,
                                 Vec2 mouse, float within) {
    std::optional<ChartRun> found;
    float least = within * within;
    for (std::size_t s = 0; s < chart.series.size(); ++s)
        for (std::size_t p = 0; p < chart.series[s].points.size(); ++p) {
            const ChartPoint& point = chart.series[s].points[p];
            const Vec2 at = placed.at(point.x, point.y);
            const float x = at.x - mouse.x, y = at.y - mouse.y, apart = x * x + y * y;
            if (!(apart < least)) continue;  // also where it has no place on the axis
            least = apart;
            found = ChartRun{.chart = id, .series = s, .point = p};
        }
    return found;
}

}  // namespace

void ChartRuns::point_at(ViewContext& context, const std::string& id, LineChart& chart, const LineChartDrawn& placed,
                         const std::function<std::string(const ChartRun&)>& says,
                         const std::function<bool(const ChartRun&)>& opens) {
    Ui& ui = context.ui;
    const Region touched = region(ui, "runs of " + id, placed.plot.inset(-0.4F * ui.em));  // the ends too
    const std::optional<ChartRun> before = pointed_;
    if (pointed_ && pointed_->chart == id) pointed_.reset();
    if (touched.hovered) {
        if (const auto run = run_near(id, chart, placed, ui.input.mouse, nearest_run * ui.em)) pointed_ = run;
    }
    for (std::size_t s = 0; s < chart.series.size(); ++s)  // of scripts: "run depth residual 2 11"
        for (std::size_t p = 0; p < chart.series[s].points.size(); ++p) {
            const Vec2 at = placed.at(chart.series[s].points[p].x, chart.series[s].points[p].y);
            if (!std::isfinite(at.y)) continue;
            context.targets.put("run " + id + " " + std::to_string(s) + " " + std::to_string(p),
                                {at.x - 1, at.y - 1, 2, 2});
        }
    if (pointed_ != before) ui.keep_awake();
    if (!pointed_ || pointed_->chart != id) return;
    chart.hover_box = false;
    const ChartPoint& point = chart.series[pointed_->series].points[pointed_->point];
    const Vec2 at = placed.at(point.x, point.y);
    const bool can = opens(*pointed_);
    tooltip(ui, {at.x - 0.5F * ui.em, at.y - 0.5F * ui.em, ui.em, ui.em},
            says(*pointed_) + (can ? std::string("\n") + texts::experiment_frame::click_opens : ""));
    if (!can || !touched.pressed) return;
    chosen_ = pointed_;
    context.request = experiments_walk;
}

void ChartRuns::mark(ViewContext& context, const std::string& id, const LineChart& chart,
                     const LineChartDrawn& placed) const {
    Painter& painter = context.ui.painter;
    const float em = context.ui.em;
    for (const std::optional<ChartRun>* run : {&chosen_, &pointed_}) {
        if (!*run || (*run)->chart != id || (*run)->series >= chart.series.size()) continue;
        const ChartSeries& series = chart.series[(*run)->series];
        if ((*run)->point >= series.points.size()) continue;
        const Vec2 at = placed.at(series.points[(*run)->point].x, series.points[(*run)->point].y);
        if (!std::isfinite(at.y)) continue;
        painter.ring(at, run == &pointed_ ? 0.5F * em : 0.35F * em, context.ui.theme.text, 1.6F);
    }
}

}  // namespace glassformer
