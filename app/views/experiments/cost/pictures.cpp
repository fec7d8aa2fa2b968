// The pictures of the page: bars of parts with their stages, the parameters, and the curves over the length.
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

namespace say = texts::cost;

constexpr float least_bar = 1.55F, most_bar = 2.6F;  // em, line of a bar

std::string percent(double part, double whole) {
    const double share = whole > 0 ? 100 * part / whole : 0;
    return share > 0 && share < 0.05 ? "< 0.1%" : fmt::format("{:.1f}%", share);
}

const char* chart_title(Counted counted) {
    switch (counted) {
        case Counted::flop: return say::curves_flop;
        case Counted::bytes: return say::curves_bytes;
        case Counted::pairs: return say::curves_pairs;
        case Counted::training: break;
    }
    return say::curves_training;
}

const char* bars_title(Counted counted) {
    switch (counted) {
        case Counted::flop: return say::bars_flop;
        case Counted::bytes: return say::bars_bytes;
        case Counted::pairs: return say::bars_pairs;
        case Counted::training: break;
    }
    return say::bars_training;
}

}  // namespace

void CostPage::draw(ViewContext& context, const Rect& area) {
    const float em = context.ui.em;
    if (at() == nullptr) return;
    Rect rest = area;
    const bool wide = area.w > 58 * em;
    if (wide) {
        const Rect left = rest.take_left(std::round(0.42F * rest.w));
        rest.take_left(1.6F * em);
        bars(context, left);
        const Rect below = rest.take_bottom(has_lower() ? 12.6F * em : 0);
        rest.take_bottom(has_lower() ? 0.8F * em : 0);
        chart(context, rest);
        lower(context, below);
        return;
    }
    bars(context, rest.take_top(31 * em));
    rest.take_top(0.8F * em);
    const Rect middle = rest.take_top(std::max(18 * em, rest.h - 14 * em));
    chart(context, middle);
    rest.take_top(0.8F * em);
    lower(context, rest);
}

bool CostPage::has_lower() const { return trains() || at()->narrow.heads > 0; }

void CostPage::lower(ViewContext& context, const Rect& area) const {
    if (trains())
        equal_ways(context, area);
    else if (has_lower())
        heads(context, area);
}

void CostPage::bars(ViewContext& context, Rect area) {
    const Theme& theme = context.ui.theme;
    const float em = context.ui.em;
    const Counted counted = at_shown_->setting.cost.counted;
    // All lines of both groups are as high as there is room.
    const std::size_t lines = at()->parts.size() + (curves_fit() ? curves()->cost.parameters.size() : 0);
    const float free = area.h / em - 7.5F;
    const float high = std::clamp(free / static_cast<float>(std::max<std::size_t>(lines, 1)), least_bar, most_bar) * em;
    std::vector<CostBar> rows;
    for (const PartAmount& part : at()->parts) {
        const CostPartText& text = cost_part_text(part.part);
        rows.push_back({.name = text.title,
                        .hint = text.hint,
                        .amount = part.amount,
                        .colour = colour(theme, text.meaning),
                        .stages = part.stages});
    }
    const auto amount = [&](double number) { return amount_text(counted, number); };
    area.take_top(bar_rows(context, area, fmt::format(fmt::runtime(bars_title(counted)), at()->n, amount(at()->total)),
                           rows, amount, "cost", high));
    area.take_top(1.1F * em);
    if (!curves_fit()) return;
    rows.clear();
    double parameters = 0;
    for (const ParameterPart& part : curves()->cost.parameters) {
        const CostPartText& text = cost_part_text(part.name);
        rows.push_back({.name = text.title,
                        .hint = text.hint,
                        .amount = static_cast<double>(part.count),
                        .colour = colour(theme, text.meaning)});
        parameters += static_cast<double>(part.count);
    }
    const auto number = [](double count) { return thousands(static_cast<std::size_t>(std::llround(count))); };
    area.take_top(bar_rows(context, area, fmt::format(say::parameters, number(parameters)), rows, number,
                           "cost parameters", high));
    if (curves()->about.empty()) return;
    area.take_top(0.2F * em);
    paragraph(context.ui.painter, area, curves()->about, {.colour = theme.muted, .size = em::small});
}

/// The height that it took.
float CostPage::bar_rows(ViewContext& context, Rect area, const std::string& title, const std::vector<CostBar>& rows,
                         const std::function<std::string(double)>& text, std::string_view id, float high) const {
    Ui& ui = context.ui;
    const float em = ui.em, top = area.y;
    text_in(ui.painter, area.take_top(1.7F * em), title, {.colour = ui.theme.text, .face = Face::bold});
    double most = 0, all = 0;
    float names = 0, numbers = 0;
    for (const CostBar& row : rows) {
        most = std::max(most, row.amount), all += row.amount;
        names = std::max(names, ui.painter.measure(row.name, em::small).width + 0.8F * em);
        numbers = std::max(numbers, ui.painter.measure(text(row.amount), em::small).width + 0.8F * em);
    }
    names = std::min(names, 0.34F * area.w), numbers = std::min(numbers, 0.3F * area.w);
    const float share_width = 3.6F * em;
    for (const CostBar& row : rows) {
        Rect place = area.take_top(high);
        const std::string name = std::string(id) + " bar " + row.name;
        const Rect label = place.take_left(names);
        text_in(ui.painter, label, shortened(ui.painter, row.name, label.w - 0.3F * em, em::small, Face::sans),
                {.colour = ui.theme.text, .size = em::small});
        if (region(ui, "name of " + name, label).hovered) tooltip(ui, label, row.hint);
        text_in(ui.painter, place.take_right(share_width), percent(row.amount, all),
                {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
        text_in(ui.painter, place.take_right(numbers), text(row.amount),
                {.colour = ui.theme.text, .size = em::small, .align = Align::right});
        Rect bar = place.inset(0, 0.16F * high);
        bar.w = std::max(1.0F, static_cast<float>(row.amount / most) * bar.w);
        ui.painter.fill(bar, row.colour);
        context.targets.put(name, bar);
        const Region under = region(ui, name, {bar.x, place.y, std::max(bar.w, 0.5F * em), place.h});
        if (row.stages.empty()) {
            if (under.hovered)
                tooltip(ui, bar, fmt::format(say::part_tip, row.name, text(row.amount), percent(row.amount, all)));
            continue;
        }
        double before = 0;
        for (std::size_t s = 0; s < row.stages.size(); ++s) {
            const StageAmount& stage = row.stages[s];
            const auto left = bar.x + static_cast<float>(before / row.amount) * bar.w;
            before += stage.amount;
            const auto right = bar.x + static_cast<float>(before / row.amount) * bar.w;
            const Rect piece{left, bar.y, right - left, bar.h};
            if (s > 0 && piece.w > 2) ui.painter.line({left, bar.y}, {left, bar.bottom()}, ui.theme.background, 1.5F);
            if (ui.painter.measure(stage.stage->label, em::small).width + 0.6F * em < piece.w)
                text_in(ui.painter, piece.inset(0.3F * em, 0), stage.stage->label,
                        {.colour = text_on(ui.theme, row.colour), .size = em::small});
            const bool last = s + 1 == row.stages.size();
            if (under.hovered && under.mouse.x >= left && (under.mouse.x < right || last)) {
                ui.painter.stroke(piece, ui.theme.text, 1.5F);
                tooltip(ui, piece,
                        fmt::format(say::stage_tip, stage.stage->label, stage.stage->key, stage.records,
                                    text(stage.amount), percent(stage.amount, all)));
            }
        }
    }
    return area.y - top;
}

void CostPage::chart(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    const Theme& theme = ui.theme;
    if (curves() == nullptr || curves()->cost.lengths.empty()) return;
    const CostCurves& of = curves()->cost;
    const CostSetting& setting = curves_shown_->setting.cost;
    std::vector<std::string> parts;
    for (const PartAmount& part : of.lengths.back().parts)
        if (part.amount > 0.002 * of.lengths.back().total ||
            of.lengths.front().of(part.part) > 0.002 * of.lengths.front().total)
            parts.push_back(part.part);
    std::vector<std::vector<ChartPoint>> lines(parts.size() + 1);
    for (const CostAt& length : of.lengths) {
        for (std::size_t p = 0; p < parts.size(); ++p)
            lines[p].push_back({static_cast<double>(length.n), length.of(parts[p])});
        lines.back().push_back({static_cast<double>(length.n), length.total});
    }
    LineChart chart{.title = chart_title(setting.counted),
                    .across = {.title = say::n_axis,
                               .low = static_cast<double>(of.lengths.front().n),
                               .high = static_cast<double>(of.lengths.back().n),
                               .logarithmic = true},
                    .hovered = hovered_};
    for (std::size_t p = 0; p < parts.size(); ++p) {
        const CostPartText& text = cost_part_text(parts[p]);
        chart.series.push_back(
            {.name = text.title, .points = lines[p], .colour = colour(theme, text.meaning), .width = 2.2F});
    }
    if (parts.size() > 1)
        chart.series.push_back({.name = say::total, .points = lines.back(), .colour = theme.text, .dashed = true});
    if (setting.counted == Counted::training)
        for (const int size : card_sizes)
            chart.levels.push_back({.name = {}, .y = bytes_of_card(size), .colour = theme.muted});
    const Rect margin = setting.counted == Counted::training ? area.take_right(6.2F * ui.em) : Rect{};
    chart.up = fit_up(setting.counted == Counted::flop ? say::counted_flop : say::counted_bytes, chart.series, true,
                      chart.levels);
    const double last = chart.across.high;
    const auto mark = [&](double x, const char* name, Colour colour) {
        if (x > chart.across.low && x <= last) chart.marks.push_back({.x = x, .name = name, .colour = colour});
    };
    chart.marks.push_back({.x = static_cast<double>(at()->n), .name = fmt::format(say::mark_n, at()->n), .colour = theme.accent_text});
    if (setting.counted == Counted::flop) {
        mark(of.crossover_whole, say::mark_whole, colour(theme, Meaning::query));
        mark(of.crossover_pairs, say::mark_pairs, colour(theme, Meaning::weight));
    } else if (setting.config.max_seq_len < last) {
        mark(setting.config.max_seq_len, say::mark_longest, theme.muted);
    }
    const LineChartDrawn placed = place_line_chart(ui.painter, area, chart);
    const std::optional<double> before = hovered_;
    const Region under = region(ui, "cost curves", placed.plot);
    context.targets.put("cost curves", placed.plot);
    hovered_.reset();
    if (under.hovered) hovered_ = placed.x_of(under.mouse.x);
    if (under.pressed || under.dragging) {  // the length under the mouse
        const double doublings = std::log2(std::max(1.0, placed.x_of(under.mouse.x)));
        values().set("n", std::clamp(std::round(doublings), 4.0, 17.0));
        ui.keep_awake();
    }
    draw_line_chart(ui.painter, area, chart);
    if (margin.w > 0) card_names(context, placed, margin);
    if (hovered_ != before) ui.keep_awake();
}

}  // namespace glassformer
