#include "app/views/train/charts/charts.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/paint/printed_number.h"
#include "app/views/train/charts/charts_frame.h"
#include "app/views/train/charts/charts_texts.h"
#include "app/views/train/charts/colour_scale.h"
#include "app/views/train/charts/part_names.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

struct ChartChoice {
    TrainChart kind;
    std::string_view name;  // of scripts and sessions
    const char* label;
};
// In the order of the choice.
constexpr std::array chart_choices{
    ChartChoice{TrainChart::accuracy, "accuracy", texts::train::chart_accuracy_brief},
    ChartChoice{TrainChart::norm, "norm", texts::train::chart_norm},
    ChartChoice{TrainChart::by_part, "by_part", texts::train::chart_by_part},
    ChartChoice{TrainChart::updates, "updates", texts::train::chart_updates},
    ChartChoice{TrainChart::rate, "rate", texts::train::chart_rate},
    ChartChoice{TrainChart::heads, "heads", texts::train::chart_heads},
};

/// The charts with a place of their own, from the top; the last place is that of the choice.
std::vector<TrainChart> own_places(float high, float em) {
    std::vector<TrainChart> kinds{TrainChart::loss};
    if (high >= 24 * em) kinds.push_back(TrainChart::accuracy);
    if (high >= 40 * em) kinds.push_back(TrainChart::rate);
    return kinds;
}

/// Below each other, the first one higher than the others; a low area: side by side.
std::vector<Rect> chart_places(Rect area, std::size_t count, float em) {
    if (area.h < 14 * em) {
        if (area.w < 30 * em) return {area};
        const float half = std::floor((area.w - em) / 2);
        return {Rect{area.x, area.y, half, area.h}, Rect{area.right() - half, area.y, half, area.h}};
    }
    constexpr float first = 1.6F, gap = 0.5F, titles = 2.6F, choice = 1.7F;  // share of the plots; em
    const float plots =
        area.h - em * (titles * static_cast<float>(count) + choice + gap * static_cast<float>(count - 1));
    const float one = std::max(0.0F, plots) / (first + static_cast<float>(count - 1));
    std::vector<Rect> places;
    for (std::size_t i = 0; i + 1 < count; ++i) {
        places.push_back(area.take_top(std::round(titles * em + (i == 0 ? first : 1) * one)).snapped());
        area.take_top(std::round(gap * em));
    }
    places.push_back(area.snapped());
    return places;
}

/// The step of the points that is nearest; the step itself where there are none.
double nearest_step(const std::vector<ChartPoint>& points, double step) {
    const auto nearest =
        std::ranges::min_element(points, {}, [&](const ChartPoint& point) { return std::abs(point.x - step); });
    return nearest == points.end() ? step : nearest->x;
}

/// The text of what the map has under the mouse.
std::string part_tip(TrainChart kind, const PartSteps& numbers, std::span<const std::string> names, int part,
                     int step) {
    std::string text = fmt::format(texts::train::chart_part_tip, part_title(names[static_cast<std::size_t>(part)]),
                                   step, number_text(static_cast<double>(numbers.at(part, step))));
    if (kind == TrainChart::updates) text += std::string("\n") + texts::train::chart_updates_hint;
    return text;
}

}  // namespace

std::string_view TrainCharts::chosen() const {
    return std::ranges::find(chart_choices, chosen_, &ChartChoice::kind)->name;
}

void TrainCharts::choose(std::string_view name) {
    const auto* const found = std::ranges::find(chart_choices, name, &ChartChoice::name);
    if (found != chart_choices.end()) chosen_ = found->kind;
}

/// Side by side where they have room, else a list; at the right, what the colors or the axis stand for.
void TrainCharts::choice(ViewContext& context, Rect header, const std::vector<TrainChart>& choices,
                         const Frame& frame) {
    Ui& ui = context.ui;
    const float em = ui.em;
    std::vector<std::string> labels;
    labels.reserve(choices.size());
    for (const TrainChart kind : choices)
        labels.emplace_back(std::ranges::find(chart_choices, kind, &ChartChoice::kind)->label);
    auto selected = static_cast<int>(std::ranges::find(choices, bottom_chart_) - choices.begin());
    const float all = segmented_width(ui, labels);
    const bool fits = all + 8 * em <= header.w;
    const Rect place = header.take_left(std::min(header.w, fits ? all : 11 * em)).snapped();
    context.targets.put("train chart choice", place);
    Rect segments = place;
    for (std::size_t i = 0; fits && i < choices.size(); ++i)
        context.targets.put(
            "train chart " + std::string(std::ranges::find(chart_choices, choices[i], &ChartChoice::kind)->name),
            segments.take_left(std::ceil(ui.painter.measure(labels[i]).width + 1.4F * em)));
    if (fits ? segmented(ui, "train chart choice", place, labels, selected)
             : dropdown(ui, "train chart choice", place, labels, selected)) {
        chosen_ = bottom_chart_ = choices[static_cast<std::size_t>(selected)];
        ui.keep_awake();
    }
    header.take_left(em);
    header.take_right(0.7F * em);
    if (const PartSteps* const numbers = parts_of(bottom_chart_); numbers != nullptr && numbers->steps() > 0) {
        const ChartAxis axis = numbers->axis();
        const Meaning meaning = bottom_chart_ == TrainChart::by_part ? Meaning::gradient : Meaning::parameter;
        if (header.w > 5 * em)
            draw_colour_line(ui.painter, header.take_right(std::min(header.w, 12 * em)), part_style(axis, meaning),
                             axis);
    } else if (bottom_chart_ == TrainChart::norm || bottom_chart_ == TrainChart::heads) {
        std::string note =
            bottom_chart_ == TrainChart::norm ? texts::train::chart_norm_scale : texts::train::chart_heads_note;
        if (const auto first = first_to_appear(frame); first && bottom_chart_ == TrainChart::heads) {
            const std::string longer =
                fmt::format(texts::train::chart_appeared, name_of_head(*first, frame), *appeared_[*first]);
            if (ui.painter.measure(longer, em::small).width <= header.w) note = longer;
        }
        text_in(ui.painter, header, shortened(ui.painter, note, header.w, em::small, Face::sans),
                {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
    }
}

TrainCharts::Touch TrainCharts::draw(ViewContext& context, const Rect& area, const TrainingSession::Snapshot& shown,
                                     int looked_at, double clip) {
    follow(shown);
    plan_rate(shown);
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em;
    const Frame frame{.theme = ui.theme, .shown = shown, .looked_at = looked_at, .clip = clip};

    struct Place {
        TrainChart kind;
        Rect rect;
        LineChart chart{};
        Region touched{};
    };
    std::vector<Place> places;
    const std::vector<TrainChart> own = own_places(area.h, em);
    const std::vector<Rect> rects = chart_places(area, own.size() + 1, em);
    const bool stacked = area.h >= 14 * em;
    for (std::size_t i = 0; i < rects.size() && i < own.size(); ++i) places.push_back({own[i], rects[i]});
    if (rects.size() > own.size()) {
        std::vector<TrainChart> choices;
        for (const ChartChoice& one : chart_choices)
            if (std::ranges::find(own, one.kind) == own.end() && (one.kind != TrainChart::heads || !focus_.empty()))
                choices.push_back(one.kind);
        bottom_chart_ = std::ranges::find(choices, chosen_) == choices.end() ? TrainChart::norm : chosen_;
        Rect rest = rects.back();
        choice(context, rest.take_top(1.8F * em), choices, frame);
        rest.take_top(0.2F * em);
        places.push_back({bottom_chart_, rest});
    }

    // One left end for all plots below each other, which stays where it is.
    const std::span<const std::string> names =
        shown.parts ? std::span(shown.parts->names) : std::span<const std::string>{};
    float left = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        Place& place = places[i];
        place.chart = chart_of(place.kind, frame);
        if (i + 1 == places.size() && rects.size() > own.size()) place.chart.title.clear();
        place.chart.numbers_across = !stacked || i + 1 == places.size();
        if (i == 0) place.chart.marks[0].name = fmt::format(texts::train::chart_flag, looked_at);
        if (place.chart.numbers_up)
            numbers_ = std::max(numbers_, place_line_chart(painter, place.rect, place.chart).plot.x - place.rect.x);
        if (parts_of(place.kind) != nullptr) left = part_words(names).widest(painter, em::small) + words_gap * em;
    }
    // Also as wide as the name of the axis across, which lies left of its numbers.
    for (const std::string_view least : {"0.001", texts::train::chart_step})
        numbers_ = std::max(numbers_, painter.measure(least, em::small).width + 0.9F * em);
    left = std::ceil(std::max(left, numbers_));

    // What is pointed at, before anything is drawn.
    Touch touch;
    std::optional<double> hovered;
    for (std::size_t i = 0; i < places.size(); ++i) {
        Place& place = places[i];
        if (stacked || parts_of(place.kind) != nullptr) place.chart.least_left = left;
        const std::string id = "train chart " + std::to_string(i + 1);
        context.targets.put(id, place.rect);
        place.touched = region(ui, id, place.rect);
        const LineChartDrawn drawn = place_line_chart(painter, place.rect, place.chart);
        if (i == 0) plot_ = drawn.plot;
        if (!place.touched.hovered && !place.touched.dragging) continue;
        const double step = std::max(0.0, std::round(drawn.x_of(place.touched.mouse.x)));
        if (drawn.plot.contains(place.touched.mouse))
            hovered = place.kind == TrainChart::accuracy ? nearest_step(accuracy_, step) : step;
        if (place.touched.clicked || place.touched.dragging) touch.dragged = static_cast<int>(step);
    }
    const double done = shown.steps_done;
    for (Place& place : places) {
        // Only the plan goes on behind the last step.
        const bool ahead = place.kind == TrainChart::rate && place.touched.hovered;
        if (hovered) place.chart.hovered = ahead ? *hovered : std::min(*hovered, done);
        place.chart.hover_box = place.touched.hovered && parts_of(place.kind) == nullptr;
        const PartSteps* const numbers = parts_of(place.kind);
        int pointed = -1;
        if (numbers != nullptr && numbers->parts() > 0) {
            const HeatStyle style =
                part_style(numbers->axis(), place.kind == TrainChart::by_part ? Meaning::gradient : Meaning::parameter);
            place.chart.under = [&, style](const LineChartDrawn& drawn) {
                draw_part_map(painter, drawn, *numbers, style, shown.steps_planned, columns_);
            };
        }
        const LineChartDrawn drawn = draw_line_chart(painter, place.rect, place.chart);
        if (numbers == nullptr || numbers->parts() != static_cast<int>(names.size()) || drawn.plot.h < 4) continue;
        if (place.touched.hovered) pointed = cell_at(drawn.plot, numbers->parts(), 1, place.touched.mouse).row;
        name_part_rows(painter, drawn.plot, names, pointed);
        const int step = static_cast<int>(place.chart.hovered.value_or(0));
        if (pointed >= 0 && step >= 1 && step <= numbers->steps())
            tooltip(ui,
                    cell_rect({drawn.at(step, drawn.up.low).x - 2, drawn.plot.y, 4, drawn.plot.h}, numbers->parts(), 1,
                              pointed, 0),
                    part_tip(place.kind, *numbers, names, pointed, step), TooltipPlace::beside);
    }
    return touch;
}

}  // namespace glassformer
