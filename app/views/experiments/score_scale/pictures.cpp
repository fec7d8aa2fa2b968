// The pictures of the page: histograms of the scores, the softmax of one query, and curves over d_k.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/experiments/score_scale/page.h"
#include "app/views/experiments/score_scale/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/analysis/measures.h"

namespace glassformer {

namespace {

namespace strings = texts::score_scale;

/// Odd, so that one bin is around 0; more of them the more numbers there are: the hill after the division is narrow.
int bins_for(std::size_t numbers) {
    return std::clamp(static_cast<int>(3.5 * std::sqrt(static_cast<double>(numbers))), 61, 161) | 1;
}

Colour line_colour(const Theme& theme, bool scaled) { return colour(theme, scaled ? Meaning::output : Meaning::score); }

/// Bars from the axis up, one for each number, of this share of a step's width.
void bars(Painter& painter, const LineChartDrawn& drawn, std::span<const ChartPoint> points, double width,
          Colour colour) {
    for (const ChartPoint& point : points) {
        if (!(point.y > 0)) continue;
        const Vec2 left = drawn.at(point.x - width / 2, point.y), right = drawn.at(point.x + width / 2, 0);
        painter.fill({left.x, left.y, std::max(1.0F, right.x - left.x), right.y - left.y}, colour);
    }
}

/// The query whose largest weight is nearest to the mean of all.
std::size_t typical_query(const ConstView& scores, double mean_peak) {
    const Tensor weights = score_weights(scores, 1);
    const auto keys = static_cast<std::size_t>(scores.shape.cols());
    std::size_t best = 0;
    double apart = 2;
    for (std::size_t q = 0; q * keys < weights.data.size(); ++q) {
        const float* row = weights.data.data() + q * keys;
        const double peak = static_cast<double>(*std::max_element(row, row + keys));
        if (std::abs(peak - mean_peak) < apart) apart = std::abs(peak - mean_peak), best = q;
    }
    return best;
}

}  // namespace

void ScoreScalePage::draw(ViewContext& context, const Rect& area) {
    const float em = context.ui.em;
    if (shown() == nullptr) return;
    Rect rest = area;
    const bool wide = area.w > wide_enough * em;
    if (is_low_for(wide ? 25 : 58)) return draw_low(context, area);
    Rect left = wide ? rest.take_left(std::round(0.56F * rest.w)) : rest.take_top(std::round(0.58F * rest.h));
    wide ? rest.take_left(1.4F * em) : rest.take_top(0.8F * em);
    Rect above = left.take_top(std::round(0.5F * left.h));
    left.take_top(0.6F * em);
    Rect raw = above.take_left(std::round(0.5F * above.w - 0.5F * em));
    above.take_left(em);
    scores(context, raw, false);
    scores(context, above, true);
    weights(context, left);
    curves(context, rest);
}

/// Both histograms beside each other, wholly in sight; what follows from them below.
void ScoreScalePage::draw_low(ViewContext& context, Rect area) {
    const float em = context.ui.em, high = *in_sight() * em, gap = 1.2F * em;
    const bool three = low_rows(area.w / em) < 3;
    Rect row = area.take_top(high);
    area.take_top(low_gap * em);
    const float wide = std::floor(three ? (row.w - 2 * gap) / 3 : (row.w - gap) / 2);
    scores(context, row.take_left(wide), false);
    row.take_left(gap);
    scores(context, row.take_left(wide), true);
    row.take_left(gap);
    if (!three) {
        row = area.take_top(high);
        area.take_top(low_gap * em);
    }
    weights(context, row);
    curves(context, area, true);
}

void ScoreScalePage::scores(ViewContext& context, const Rect& area, bool scaled) const {
    if (!scaled) context.targets.put(first_picture, area);
    const Point& point = *shown();
    const Theme& theme = context.ui.theme;
    // Both on one axis, that of the numbers before the division: the division makes the hill narrow.
    double reach = 1;
    for (const float score : point.scores->data) reach = std::max(reach, 1.02 * std::abs(static_cast<double>(score)));
    const double factor = scaled ? 1 / std::sqrt(static_cast<double>(point.d_k)) : 1;
    const int bins = bins_for(point.scores->shape.count());
    const std::vector<double> shares = histogram(point.scores->view(), factor, -reach, reach, bins);
    std::vector<ChartPoint> columns;
    columns.reserve(shares.size());
    for (int b = 0; b < bins; ++b)
        columns.push_back({-reach + (b + 0.5) * 2 * reach / bins, 100 * shares[static_cast<std::size_t>(b)]});
    const double variance = scaled ? point.scaled.variance : point.raw.variance;
    LineChart chart{.title = fmt::format(strings::scores_title, scaled ? strings::scaled_name : strings::raw_name,
                                         number_text(variance)),
                    .across = {.title = strings::score_axis, .low = -reach, .high = reach},
                    .legend = false};
    std::vector<double> heights{0};
    for (const ChartPoint& column : columns) heights.push_back(column.y);
    chart.up = fit(strings::share, heights);
    chart.up.unit = "%";
    chart.under = [&](const LineChartDrawn& drawn) {
        bars(context.ui.painter, drawn, columns, 0.92 * 2 * reach / bins, line_colour(theme, scaled));
    };
    const LineChartDrawn drawn = draw_line_chart(context.ui.painter, area, chart);
    const std::string id = scaled ? "score_scale scaled" : "score_scale raw";
    context.targets.put(id, drawn.plot);
    if (!region(context.ui, id, drawn.plot).hovered) return;
    const double width = 2 * reach / bins;
    const int bin = std::clamp(static_cast<int>((drawn.x_of(context.ui.input.mouse.x) + reach) / width), 0, bins - 1);
    const double low = -reach + bin * width;
    const Vec2 left = drawn.at(low, 0), right = drawn.at(low + width, 0);
    tooltip(context.ui, {left.x, drawn.plot.y, right.x - left.x, drawn.plot.h},
            fmt::format(strings::bin_tip, scaled ? strings::scaled_name : strings::raw_name,
                        number_text(100 * shares[static_cast<std::size_t>(bin)]), point.scores->shape.count(),
                        number_text(low), number_text(low + width), run_text(point.d_k)));
}

/// What the numbers are of.
std::string ScoreScalePage::run_text(int d_k) const {
    if (of_model() && head_ && d_k == head_->point.d_k)
        return fmt::format(strings::run_of_head, head_->model, head_->block, head_->head + 1, d_k);
    return swept_ ? fmt::format(strings::run_of_random, d_k, swept_->setting.keys, swept_->setting.seed)
                  : std::string();
}

/// Of one query, sorted by the weights without the division: both softmaxes over the same keys.
void ScoreScalePage::weights(ViewContext& context, const Rect& area) const {
    const Point& point = *shown();
    const Theme& theme = context.ui.theme;
    const auto keys = static_cast<std::size_t>(point.scores->shape.cols());
    const std::size_t query = typical_query(point.scores->view(), point.raw.peak);
    const ConstView first(Shape{{Axis::head, 1}, {Axis::query, 1}, {Axis::key, static_cast<int>(keys)}},
                          point.scores->data.data() + query * keys);
    const double factor = 1 / std::sqrt(static_cast<double>(point.d_k));
    const Tensor raw = score_weights(first, 1), scaled = score_weights(first, factor);
    std::vector<std::size_t> order(keys);
    for (std::size_t j = 0; j < keys; ++j) order[j] = j;
    std::ranges::stable_sort(order, std::greater{}, [&](std::size_t j) { return raw.data[j]; });
    std::array<std::vector<ChartPoint>, 2> columns;
    for (std::size_t place = 0; place < keys; ++place) {
        const double x = static_cast<double>(place + 1);
        columns[0].push_back({x - 0.2, static_cast<double>(raw.data[order[place]])});
        columns[1].push_back({x + 0.2, static_cast<double>(scaled.data[order[place]])});
    }
    LineChart chart{
        .title = fmt::format(strings::weights_title, query + 1, number_text(attention_entropy(raw.view()).at(0)),
                             number_text(attention_entropy(scaled.view()).at(0)),
                             number_text(std::log(static_cast<double>(keys)))),
        .across = {.title = strings::key_axis, .low = 0.4, .high = static_cast<double>(keys) + 0.6},
        .up = {.title = strings::weight, .low = 0, .high = 1}};
    if (context.ui.painter.measure(chart.title).width > area.w)
        chart.title = fmt::format(strings::weights_title_brief, query + 1);
    for (const bool after : {false, true})
        chart.series.push_back({.name = after ? strings::scaled_name : strings::raw_name,
                                .points = {},
                                .colour = line_colour(theme, after),
                                .width = 3});
    chart.under = [&](const LineChartDrawn& drawn) {
        for (const bool after : {false, true})
            bars(context.ui.painter, drawn, columns.at(after ? 1 : 0), 0.36, line_colour(theme, after));
    };
    const LineChartDrawn drawn = draw_line_chart(context.ui.painter, area, chart);
    context.targets.put("score_scale weights", drawn.plot);
    if (!region(context.ui, "score_scale weights", drawn.plot).hovered) return;
    const auto place = static_cast<std::size_t>(
        std::clamp(std::lround(drawn.x_of(context.ui.input.mouse.x)), 1L, static_cast<long>(keys)) - 1);
    const std::size_t key = order[place];
    const double x = static_cast<double>(place + 1);
    const Vec2 left = drawn.at(x - 0.4, 0), right = drawn.at(x + 0.4, 0);
    tooltip(context.ui, {left.x, drawn.plot.y, right.x - left.x, drawn.plot.h},
            fmt::format(strings::weight_tip, query + 1, key + 1, number_text(static_cast<double>(first.data[key])),
                        number_text(static_cast<double>(raw.data[key])),
                        number_text(static_cast<double>(scaled.data[key])), run_text(point.d_k)));
}

void ScoreScalePage::curves(ViewContext& context, Rect area, bool beside) {
    Ui& ui = context.ui;
    if (!swept_) return;
    struct Curve {
        const char* title;
        double ScoreMeasures::*measure;
        bool logarithmic;
    };
    static constexpr std::array<Curve, 3> all{Curve{strings::variance_title, &ScoreMeasures::variance, true},
                                              Curve{strings::entropy_title, &ScoreMeasures::entropy, false},
                                              Curve{strings::slope_title, &ScoreMeasures::slope, false}};
    const std::optional<double> before = hovered_;
    hovered_.reset();
    const float gap = (beside ? 1.2F : 0.5F) * ui.em, along = beside ? area.w : area.h,
                share = std::floor((along - 2 * gap) / static_cast<float>(all.size()));
    for (std::size_t c = 0; c < all.size(); ++c) {
        const Rect place = beside ? area.take_left(share) : area.take_top(share);
        beside ? area.take_left(gap) : area.take_top(gap);
        std::array<std::vector<ChartPoint>, 2> lines;
        for (const Point& point : swept_->points) {
            lines[0].push_back({static_cast<double>(point.d_k), point.raw.*all[c].measure});
            lines[1].push_back({static_cast<double>(point.d_k), point.scaled.*all[c].measure});
        }
        LineChart chart{.title = all[c].title,
                        .across = {.title = strings::d_k_axis,
                                   .low = 1,
                                   .high = static_cast<double>(swept_->points.back().d_k),
                                   .logarithmic = true},
                        .legend = c == 0,
                        .hovered = before,
                        .numbers_across = beside || c + 1 == all.size(),
                        .least_left = 2.6F * ui.em};
        for (const bool after : {false, true})
            chart.series.push_back({.name = of_model() ? (after ? strings::random_scaled_name : strings::random_name)
                                                       : (after ? strings::scaled_name : strings::raw_name),
                                    .points = lines.at(after ? 1 : 0),
                                    .colour = line_colour(ui.theme, after),
                                    .width = 2.4F,
                                    .dashed = after});
        if (all[c].measure == &ScoreMeasures::entropy) {
            const int keys = swept_->setting.keys;
            chart.levels.push_back({.name = fmt::format(strings::entropy_level, keys),
                                    .y = std::log(static_cast<double>(keys)),
                                    .colour = ui.theme.muted});
        }
        // The head of the open model, as two dots where its d_head is.
        std::array<std::vector<ChartPoint>, 2> dots;
        if (of_model() && head_) {
            const auto x = static_cast<double>(head_->point.d_k);
            dots[0].push_back({x, head_->point.raw.*all[c].measure});
            dots[1].push_back({x, head_->point.scaled.*all[c].measure});
            for (const bool after : {false, true})
                chart.series.push_back({.name = after ? strings::this_head_scaled : strings::this_head,
                                        .points = dots.at(after ? 1 : 0),
                                        .colour = line_colour(ui.theme, after),
                                        .width = 5});
        }
        chart.up = fit_up({}, chart.series, all[c].logarithmic, chart.levels);
        if (!all[c].logarithmic) chart.up.low = 0;
        chart.marks.push_back({.x = static_cast<double>(shown()->d_k),
                               .name = c == 0 ? fmt::format(strings::d_k_mark, shown()->d_k) : std::string(),
                               .colour = ui.theme.accent_text});
        const LineChartDrawn placed = place_line_chart(ui.painter, place, chart);
        const std::string id = "score_scale curve " + std::to_string(c);
        context.targets.put(id, placed.plot);
        const Region under = region(ui, id, placed.plot);
        chart.hover_box = !under.hovered;
        draw_line_chart(ui.painter, place, chart);
        if (!under.hovered) continue;
        hovered_ = placed.x_of(ui.input.mouse.x);
        const auto last = static_cast<long>(swept_->points.size()) - 1;
        const auto doublings = static_cast<std::size_t>(std::clamp(std::lround(std::log2(*hovered_)), 0L, last));
        const Point& at = swept_->points[doublings];
        const double raw = at.raw.*all[c].measure, scaled = at.scaled.*all[c].measure;
        const Vec2 high = placed.at(at.d_k, std::max(raw, scaled)), low = placed.at(at.d_k, std::min(raw, scaled));
        std::string tip =
            fmt::format(strings::curve_tip, all[c].title, number_text(raw), number_text(scaled),
                        fmt::format(strings::run_of_random, at.d_k, swept_->setting.keys, swept_->setting.seed));
        if (!of_model()) tip += strings::click_tip;
        tooltip(ui, Rect{high.x, high.y, 1, low.y - high.y}.inset(-0.4F * ui.em), tip);
        if (!under.clicked || of_model()) continue;
        values().set("d_k", static_cast<double>(doublings));
        ui.keep_awake();
    }
    if (hovered_ != before) ui.keep_awake();
}

}  // namespace glassformer
