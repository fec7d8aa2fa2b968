#include "app/views/train/comparison/charts.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/paint/printed_number.h"
#include "app/pictures/charts/line_chart_parts.h"
#include "app/views/train/comparison/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

constexpr float thick_line = 2.6F, thin_line = 1;
constexpr float least_stored_chart = 9;  // em

struct RunLook {
    Meaning meaning;
    bool dashed;
    float dash;
};
constexpr std::array<RunLook, 4> looks{RunLook{Meaning::output, false, 1}, RunLook{Meaning::query, true, 2.2F},
                                       RunLook{Meaning::value, true, 0.9F}, RunLook{Meaning::position, true, 0.3F}};
const RunLook& look_of(std::size_t run) { return looks.at(run % looks.size()); }

Colour pale(const Theme& theme, std::size_t run) {
    return mix(theme.field, colour(theme, look_of(run).meaning), theme.dark ? 0.38F : 0.32F);
}

/// A loss that explodes would press all others onto the axis.
bool spans_powers(std::span<const ChartSeries> series) {
    double least = 1e300, most = 0;
    for (const ChartSeries& one : series)
        for (const ChartPoint& point : one.points) {
            if (!std::isfinite(point.y) || point.y <= 0) continue;
            least = std::min(least, point.y);
            most = std::max(most, point.y);
        }
    return most > 1000 * least && most > 100;
}

}  // namespace

ChartSeries run_line(const Theme& theme, std::size_t run, std::string name) {
    const RunLook& look = look_of(run);
    return {.name = std::move(name),
            .colour = colour(theme, look.meaning),
            .width = thick_line,
            .dashed = look.dashed,
            .dash = look.dash};
}

Rect draw_run_label(Painter& painter, const Rect& line, std::size_t run, const std::string& label, bool draw) {
    const float em = painter.em();
    Rect rest = line;
    const ChartSeries look = run_line(painter.theme(), run, label);
    const Rect sample = rest.take_left(2.4F * em);
    if (draw) draw_sample(painter, sample, look);
    rest.take_left(0.5F * em);
    const std::string words = shortened(painter, label, rest.w, em::body, Face::bold);
    const float width = painter.measure(words, em::body, Face::bold).width;
    const Rect name = rest.take_left(width + 1);
    if (draw) text_in(painter, name, words, {.colour = look.colour, .face = Face::bold});
    return rest;
}

std::size_t smoothed_steps(int steps) { return static_cast<std::size_t>(std::max(5, steps / 100)); }

std::vector<ChartPoint> smoothed(std::span<const ChartPoint> points, std::size_t steps) {
    std::vector<ChartPoint> means;
    for (std::size_t i = steps; i <= points.size(); ++i) {
        double sum = 0;
        for (std::size_t j = i - steps; j < i; ++j) sum += points[j].y;
        means.push_back({points[i - 1].x, sum / static_cast<double>(steps)});
    }
    return means;
}

/// Adds what is new; begins anew where the runs did.
void ComparisonCharts::follow(std::span<const ComparedRuns::Run> runs) {
    std::vector<std::shared_ptr<const TrainingPlan>> plans;
    for (const ComparedRuns::Run& run : runs) plans.push_back(run.shown.plan);
    if (plans_ != plans) {
        plans_ = std::move(plans);
        stored_.clear();
        curves_.assign(runs.size(), {});
        hovered_.reset();
    }
    std::size_t mean_of = 0;
    const auto add = [&](std::vector<ChartPoint>& points, std::vector<ChartPoint>& means, double step, double number) {
        points.push_back({step, number});
        if (points.size() < mean_of) return;
        const std::span<const ChartPoint> last(points.end() - static_cast<std::ptrdiff_t>(mean_of), points.end());
        means.push_back(smoothed(last, mean_of).front());
    };
    for (std::size_t r = 0; r < runs.size(); ++r) {
        const TrainingSession::Snapshot& shown = runs[r].shown;
        Curves& curves = curves_[r];
        mean_of = smoothed_steps(shown.steps_planned);
        for (std::size_t i = curves.loss.size(); i < shown.records.size(); ++i) {
            const StepRecord& record = shown.records[i];
            const auto step = static_cast<double>(record.step);
            add(curves.loss, curves.smooth_loss, step, static_cast<double>(record.loss));
            add(curves.norm, curves.smooth_norm, step, static_cast<double>(record.gradient_norm));
        }
        curves.held_out.clear();
        for (const HeldOutRecord& record : *shown.held_out)
            curves.held_out.push_back({static_cast<double>(record.step),
                                       static_cast<double>(runs[r].by_loss ? record.loss : 100 * record.accuracy)});
    }
}

std::optional<int> ComparisonCharts::show(ViewContext& context, const std::string& id, const Rect& place,
                                          LineChart chart) {
    Ui& ui = context.ui;
    if (place.w <= 0 || place.h <= 0) return {};
    chart.legend = false;  // the runs are named below
    chart.hovered = hovered_;
    context.targets.put(id, place);
    const Region touched = region(ui, id, place);
    const LineChartDrawn drawn = draw_line_chart(ui.painter, place, chart);
    if (!touched.hovered && !touched.dragging) return {};
    const double step = drawn.x_of(touched.mouse.x);
    if (drawn.plot.contains(touched.mouse)) hovers_ = step;
    if (!touched.clicked && !touched.dragging) return {};
    return static_cast<int>(std::lround(std::max(0.0, step)));
}

std::optional<int> ComparisonCharts::draw(ViewContext& context, const Rect& area,
                                          std::span<const ComparedRuns::Run> runs, int looked_at, int answers) {
    if (runs.empty()) return {};
    follow(runs);
    const Theme& theme = context.ui.theme;
    const float em = context.ui.em;
    int steps = 1;
    for (const ComparedRuns::Run& run : runs) steps = std::max(steps, run.shown.steps_planned);
    const ChartAxis across{.title = texts::train::compare_step_axis, .low = 0, .high = static_cast<double>(steps)};
    std::array<LineChart, 3> charts;
    for (LineChart& chart : charts) {
        chart.across = across;
        chart.marks.push_back({.x = static_cast<double>(looked_at), .name = {}, .colour = theme.accent});
    }
    for (std::size_t r = 0; r < runs.size(); ++r) {
        const ChartSeries raw{.name = {}, .points = curves_[r].loss, .colour = pale(theme, r), .width = thin_line};
        charts[0].series.push_back(raw);
    }
    for (std::size_t r = 0; r < runs.size(); ++r) {
        const std::array<std::span<const ChartPoint>, 3> points{curves_[r].smooth_loss, curves_[r].held_out,
                                                                curves_[r].smooth_norm};
        for (std::size_t c = 0; c < charts.size(); ++c) {
            ChartSeries line = run_line(theme, r, runs[r].label);
            line.points = points.at(c);
            charts.at(c).series.push_back(std::move(line));
        }
        if (runs[r].shown.phase == TrainingPhase::diverged)
            charts[0].marks.push_back(
                {.x = static_cast<double>(runs[r].shown.steps_done + 1),
                 .name = fmt::format(texts::train::compare_diverged, runs[r].label, runs[r].shown.steps_done + 1),
                 .colour = colour(theme, look_of(r).meaning)});
    }
    const LossWithoutReading& blind = runs.front().shown.without_reading;
    // The loss left of the others; what there is no room for is left out.
    Rect rest = area;
    std::array<Rect, 3> places{};
    const bool two = area.w > 38 * em, three = area.w > 58 * em;
    places[0] = two ? rest.take_left(std::round((three ? 0.44F : 0.56F) * rest.w)) : rest;
    if (two) {
        rest.take_left(1.4F * em);
        places[1] = three ? rest.take_left(std::round((rest.w - 1.4F * em) / 2)) : rest;
    }
    if (three) {
        rest.take_left(1.4F * em);
        places[2] = rest;
    }
    charts[0].title = fmt::format(texts::train::compare_loss, smoothed_steps(steps));
    if (context.ui.painter.measure(charts[0].title).width > places[0].w)
        charts[0].title = texts::train::compare_loss_brief;
    if (blind.uniform > 0) charts[0].levels = {{texts::train::compare_uniform, blind.uniform, theme.muted}};
    if (answers > 1)
        charts[0].levels.push_back({.name = fmt::format(texts::train::compare_best, answers),
                                    .y = std::log(static_cast<double>(answers)),
                                    .colour = theme.muted,
                                    .brief = texts::train::compare_best_brief});
    const bool powers = spans_powers(charts[0].series);
    charts[0].up = fit_up("", charts[0].series, powers, charts[0].levels);
    if (!powers) charts[0].up.low = std::min(0.0, charts[0].up.low);
    if (runs.front().by_loss) {
        charts[1].title = texts::train::compare_held_out_loss;
        charts[1].levels = charts[0].levels;
        const bool far = spans_powers(charts[1].series);
        charts[1].up = fit_up("", charts[1].series, far, charts[1].levels);
        if (!far) charts[1].up.low = std::min(0.0, charts[1].up.low);
    } else {
        charts[1].title = texts::train::compare_accuracy;
        charts[1].up = {.title = {}, .low = 0, .high = 100, .unit = "%"};
        charts[1].levels = {{texts::train::compare_most_frequent, 100 * blind.most_frequent, theme.muted}};
    }
    charts[2].title = fmt::format(texts::train::compare_norm, smoothed_steps(steps));
    charts[2].up = fit_up("", charts[2].series, true);

    std::optional<int> dragged;
    hovers_.reset();
    for (std::size_t c = 0; c < charts.size(); ++c)
        if (const auto to = show(context, "comparison chart " + std::to_string(c + 1), places.at(c).snapped(),
                                 std::move(charts.at(c))))
            dragged = to;
    if (hovers_ != std::exchange(hovered_, hovers_)) context.ui.keep_awake();
    return dragged;
}

/// Thick means over pale numbers of single steps, on a logarithmic axis where they span powers of ten.
LineChart ComparisonCharts::stored_chart(Ui& ui, const AblationCurves& stored, bool of_norms, float width) const {
    const Theme& theme = ui.theme;
    LineChart chart;
    double steps = 1;
    for (std::size_t r = 0; r < curves_.size(); ++r) {
        const std::vector<ChartPoint>& each = of_norms ? curves_[r].norm : curves_[r].loss;
        chart.series.push_back({.name = {}, .points = each, .colour = pale(theme, r), .width = thin_line});
        steps = std::max(steps, static_cast<double>(curves_[r].loss.size()));
    }
    for (std::size_t r = 0; r < curves_.size(); ++r) {
        const LossCurve& curve = stored.curves[r];
        ChartSeries line = run_line(theme, r, curve.label);
        line.points = of_norms ? curves_[r].smooth_norm : curves_[r].smooth_loss;
        chart.series.push_back(std::move(line));
        if (curve.diverged_at > 0) {
            const std::string said = fmt::format(texts::train::compare_diverged, curve.label, curve.diverged_at);
            chart.marks.push_back({.x = static_cast<double>(curve.diverged_at),
                                   .name = of_norms ? std::string() : said,  // beside it in the other chart
                                   .colour = colour(theme, look_of(r).meaning)});
        }
    }
    chart.title = fmt::format(texts::train::compare_loss, smoothed_steps(0));
    std::string briefly = texts::train::compare_loss_brief;
    if (of_norms) {
        std::string thresholds;
        for (const LossCurve& curve : stored.curves) {
            const auto clip = std::ranges::find(curve.training, "clip", &std::pair<std::string, double>::first);
            if (clip == curve.training.end() || clip->second <= 0) continue;
            chart.levels.push_back({.name = {}, .y = clip->second, .colour = theme.muted});
            thresholds += fmt::format(texts::train::compare_threshold, number_text(clip->second));
        }
        chart.title = fmt::format(texts::train::compare_stored_norm, smoothed_steps(0)) + thresholds;
        briefly = texts::train::compare_stored_norm_brief + thresholds;
    }
    if (ui.painter.measure(chart.title).width > width) chart.title = briefly;
    chart.across = {.title = texts::train::compare_step_axis, .low = 0, .high = steps};
    const bool powers = spans_powers(chart.series);
    chart.up = fit_up("", chart.series, powers, chart.levels);
    if (!powers) chart.up.low = std::min(0.0, chart.up.low);
    return chart;
}

void ComparisonCharts::draw(ViewContext& context, const Rect& area, const AblationCurves& stored) {
    if (stored_ != stored.name) {
        stored_ = stored.name;
        plans_.clear();
        curves_.assign(stored.curves.size(), {});
        const auto points = [](std::span<const double> numbers) {
            std::vector<ChartPoint> all;
            double step = 0;
            for (const double number : numbers) all.push_back({++step, number});
            return all;
        };
        for (std::size_t r = 0; r < stored.curves.size(); ++r) {
            curves_[r].loss = points(stored.curves[r].loss);
            curves_[r].norm = points(stored.curves[r].gradient_norm);
            curves_[r].smooth_loss = smoothed(curves_[r].loss, smoothed_steps(0));
            curves_[r].smooth_norm = smoothed(curves_[r].norm, smoothed_steps(0));
        }
        hovered_.reset();
    }
    const float em = context.ui.em;
    const bool norms = std::ranges::any_of(curves_, [](const Curves& curves) { return !curves.norm.empty(); });
    Rect rest = area;
    Rect losses = rest;
    // Below each other on one axis of steps; in a low window side by side.
    if (norms && area.h > 2 * least_stored_chart * em) {
        losses = rest.take_top(std::round((rest.h - 0.8F * em) / 2));
        rest.take_top(0.8F * em);
    } else if (norms) {
        losses = rest.take_left(std::round((rest.w - 1.4F * em) / 2));
        rest.take_left(1.4F * em);
    }
    hovers_.reset();
    show(context, "comparison chart 1", losses.snapped(), stored_chart(context.ui, stored, false, losses.w));
    if (norms) show(context, "comparison chart 2", rest.snapped(), stored_chart(context.ui, stored, true, rest.w));
    if (hovers_ != std::exchange(hovered_, hovers_)) context.ui.keep_awake();
}

}  // namespace glassformer
