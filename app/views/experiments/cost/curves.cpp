// The curves over the length: a line for each part with its name and growth at its end, and the cards beside those of a
// training step.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/pictures/charts/line_chart.h"
#include "app/views/experiments/cost/page.h"
#include "app/views/experiments/cost/texts.h"
#include "app/views/memory/plan.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

namespace strings = texts::cost;

constexpr float names_from = 34, most_name = 14, name_line = 1.2F;  // em
constexpr float raised_size = 0.62F;                                // of a text, an exponent
constexpr float wider_line = 3;                                     // pixels

const char* chart_title(Counted counted) {
    switch (counted) {
        case Counted::flop: return strings::curves_flop;
        case Counted::bytes: return strings::curves_bytes;
        case Counted::pairs: return strings::curves_pairs;
        case Counted::training: break;
    }
    return strings::curves_training;
}

/// A name beside the plot, led to where its line ends.
struct EndName {
    CostGrowth name;
    double amount = 0;
    Colour colour{};
    Face face = Face::sans;
    float y = 0;
};

/// As near to the ends of their lines as they do not overlap, between top and bottom.
void place_names(std::vector<EndName>& names, float top, float bottom, float line) {
    line = std::min(line, (bottom - top) / std::max(1.0F, static_cast<float>(names.size()) - 1));
    for (std::size_t i = 0; i < names.size(); ++i)
        names[i].y = std::max(names[i].y, i == 0 ? top : names[i - 1].y + line);
    float below = bottom;
    for (std::size_t i = names.size(); i-- > 0; below = names[i].y - line) names[i].y = std::min(names[i].y, below);
}

}  // namespace

std::vector<std::string> CostPage::parts_of_chart() const {
    const CostCurves& of = curves()->cost;
    std::vector<std::string> parts;
    for (const PartAmount& part : of.lengths.back().parts)
        if (part.amount > 0.002 * of.lengths.back().total ||
            of.lengths.front().of(part.part) > 0.002 * of.lengths.front().total)
            parts.push_back(part.part);
    return parts;
}

void CostPage::chart(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    const Theme& theme = ui.theme;
    context.targets.put(first_picture, area);
    if (curves() == nullptr || curves()->cost.lengths.empty()) return;
    const CostCurves& of = curves()->cost;
    const CostSetting& setting = curves_shown_->setting.cost;
    const std::vector<std::string> parts = parts_of_chart();
    std::vector<std::vector<ChartPoint>> lines(parts.size() + 1);
    for (const CostAt& length : of.lengths) {
        for (std::size_t p = 0; p < parts.size(); ++p)
            lines[p].push_back({static_cast<double>(length.n), length.of(parts[p])});
        lines.back().push_back({static_cast<double>(length.n), length.total});
    }
    const bool named = area.w > names_from * ui.em;
    LineChart chart{.title = chart_title(setting.counted),
                    .across = {.title = strings::n_axis,
                               .low = static_cast<double>(of.lengths.front().n),
                               .high = static_cast<double>(of.lengths.back().n),
                               .logarithmic = true},
                    .legend = !named,
                    .hovered = hovered_};
    for (std::size_t p = 0; p < parts.size(); ++p) {
        const CostPartText& text = cost_part_text(parts[p]);
        ChartSeries series{
            .name = text.title, .points = lines[p], .colour = colour(theme, text.meaning), .width = 2.2F};
        // Lines that coincide lie inside one another: the color of each is seen.
        for (std::size_t after = p + 1; after < parts.size(); ++after)
            if (lines[after].back().y == lines[p].back().y && lines[after].front().y == lines[p].front().y)
                series.width += wider_line;
        chart.series.push_back(series);
    }
    if (parts.size() > 1)
        chart.series.push_back({.name = strings::total, .points = lines.back(), .colour = theme.text, .dashed = true});
    if (setting.counted == Counted::training)
        for (const int size : card_sizes)
            chart.levels.push_back({.name = {}, .y = bytes_of_card(size), .colour = theme.muted});
    const Rect margin = named ? area.take_right(names_width(ui.painter, parts)) : Rect{};
    chart.up = fit_up(setting.counted == Counted::flop ? strings::counted_flop : strings::counted_bytes, chart.series,
                      true, chart.levels);
    const double last = chart.across.high;
    const auto mark = [&](double x, const char* name, Colour colour) {
        if (x > chart.across.low && x <= last) chart.marks.push_back({.x = x, .name = name, .colour = colour});
    };
    chart.marks.push_back({.x = static_cast<double>(at()->n),
                           .name = fmt::format(strings::mark_n, at()->n),
                           .colour = theme.accent_text});
    if (setting.counted == Counted::flop) {
        mark(of.crossover_whole, strings::mark_whole, colour(theme, Meaning::query));
        mark(of.crossover_pairs, strings::mark_pairs, colour(theme, Meaning::weight));
    } else if (setting.config.max_seq_len < last) {
        mark(setting.config.max_seq_len, strings::mark_longest, theme.muted);
    }
    const LineChartDrawn placed = place_line_chart(ui.painter, area, chart);
    const std::optional<double> before = hovered_;
    const Region under = region(ui, "cost curves", placed.plot);
    context.targets.put("cost curves", placed.plot);
    hovered_.reset();
    if (under.hovered) hovered_ = placed.x_of(under.mouse.x);
    if (under.pressed || under.dragging) {  // the length under the mouse
        const double doublings = std::log2(std::max(1.0, placed.x_of(under.mouse.x)));
        values().set("n", std::clamp(std::round(doublings), static_cast<double>(least_token_doublings),
                                     static_cast<double>(most_token_doublings)));
        ui.keep_awake();
    }
    draw_line_chart(ui.painter, area, chart);
    if (named) draw_names(context, placed, margin, parts);
    if (hovered_ != before) ui.keep_awake();
}

CostGrowth CostPage::name_of_line(std::string_view part) const {
    const std::string name = part.empty() ? strings::total : cost_part_text(part).title;
    const CostGrowth growth = growth_of(part);
    return growth.base.empty()
               ? CostGrowth{.base = name, .exponent = {}}
               : CostGrowth{.base = fmt::format(strings::grows, name, growth.base), .exponent = growth.exponent};
}

float CostPage::names_width(Painter& painter, const std::vector<std::string>& parts) const {
    const auto wide = [&](std::string_view part, Face face) {
        const CostGrowth name = name_of_line(part);
        return painter.measure(name.base, em::small, face).width +
               painter.measure(name.exponent, raised_size, face).width;
    };
    float widest = wide({}, Face::bold);
    for (const std::string& part : parts) widest = std::max(widest, wide(part, Face::sans));
    return std::min(widest + 1.8F * painter.em(), most_name * painter.em());
}

/// Right of the plot; between levels this close no name could stand on its line.
void CostPage::draw_names(ViewContext& context, const LineChartDrawn& on, const Rect& margin,
                          const std::vector<std::string>& parts) const {
    Ui& ui = context.ui;
    const float em = ui.em;
    const CostAt& end = curves()->cost.lengths.back();
    std::vector<EndName> names;
    names.reserve(parts.size() + 1 + std::size(card_sizes));
    for (const std::string& part : parts)
        names.push_back({.name = name_of_line(part),
                         .amount = end.of(part),
                         .colour = colour(ui.theme, cost_part_text(part).meaning)});
    if (parts.size() > 1)
        names.push_back({.name = name_of_line({}), .amount = end.total, .colour = ui.theme.text, .face = Face::bold});
    if (curves_shown_->setting.cost.counted == Counted::training)
        for (const int size : card_sizes)
            names.push_back({.name = {.base = fmt::format(strings::card, size), .exponent = {}},
                             .amount = bytes_of_card(size),
                             .colour = ui.theme.muted});
    std::vector<float> ends;
    ends.reserve(names.size());
    std::ranges::stable_sort(names, std::greater{}, &EndName::amount);
    for (EndName& name : names) ends.push_back(name.y = on.at(on.across.high, name.amount).y);
    place_names(names, on.plot.y, margin.bottom() - 0.6F * em, name_line * em);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const EndName& name = names[i];
        ui.painter.line({on.plot.right(), ends[i]}, {margin.x + 0.9F * em, name.y}, name.colour);
        const float room = margin.w - 1.2F * em;
        const Colour ink = name.face == Face::bold ? ui.theme.text : name.colour;
        const float raised = ui.painter.measure(name.name.exponent, raised_size, name.face).width;
        const std::string text = shortened(ui.painter, name.name.base, room - raised, em::small, name.face);
        const Vec2 at{margin.x + 1.1F * em, name.y};
        ui.painter.text(at, text, {.colour = ink, .size = em::small, .face = name.face, .anchor = Anchor::middle});
        if (raised > 0 && text == name.name.base)
            ui.painter.text({at.x + ui.painter.measure(text, em::small, name.face).width, at.y - 0.36F * em},
                            name.name.exponent,
                            {.colour = ink, .size = raised_size, .face = name.face, .anchor = Anchor::middle});
    }
    context.targets.put("cost names", margin);
    if (region(ui, "cost names", margin).hovered)
        tooltip(ui, margin, fmt::format(strings::grows_hint, curves()->cost.lengths.back().n), TooltipPlace::beside);
}

}  // namespace glassformer
