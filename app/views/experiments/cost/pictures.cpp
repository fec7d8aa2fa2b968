// The bars of the page: the parts with their stages, and the parameters; below those of pairs their matrix as a square.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/views/experiments/cost/page.h"
#include "app/views/experiments/cost/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

namespace strings = texts::cost;

constexpr float wide_cost = 58;                                           // em, the page with two columns
constexpr float least_bar = 1.55F, most_bar = 2.6F;                       // em, line of a bar
constexpr float around_bars = 7.5F;                                       // em, titles, gaps and the sentence below
constexpr float least_chart = 15, most_chart = 22, lower_height = 12.6F;  // em
constexpr float least_squares = 9, most_squares = 22;                     // em

std::string percent(double part, double whole) {
    const double share = whole > 0 ? 100 * part / whole : 0;
    return share > 0 && share < 0.05 ? "< 0.1%" : fmt::format("{:.1f}%", share);
}

const char* bars_title(Counted counted) {
    switch (counted) {
        case Counted::flop: return strings::bars_flop;
        case Counted::bytes: return strings::bars_bytes;
        case Counted::pairs: return strings::bars_pairs;
        case Counted::training: break;
    }
    return strings::bars_training;
}

}  // namespace

void CostPage::draw(ViewContext& context, const Rect& area) {
    const float em = context.ui.em;
    if (at() == nullptr) return;
    Rect rest = area;
    const bool wide = area.w > wide_cost * em;
    if (wide) {
        const Rect left = rest.take_left(std::round(0.42F * rest.w));
        rest.take_left(1.6F * em);
        bars(context, left);
        const Rect below = rest.take_bottom(has_lower() ? lower_height * em : 0);
        rest.take_bottom(has_lower() ? 0.8F * em : 0);
        chart(context, rest);
        lower(context, below);
        return;
    }
    // The curves before the bars where not both are in sight.
    if (in_sight()) {
        chart(context, rest.take_top(first_height() * em));
        rest.take_top(0.8F * em);
        bars(context, rest.take_top(bars_height() * em));
        rest.take_top(0.8F * em);
        lower(context, rest);
        return;
    }
    bars(context, rest.take_top(bars_height() * em));
    rest.take_top(0.8F * em);
    const Rect middle = rest.take_top(std::max(least_chart * em, rest.h - (lower_height + 0.8F) * em));
    chart(context, middle);
    rest.take_top(0.8F * em);
    lower(context, rest);
}

/// In em, of both groups of bars at their least.
float CostPage::bars_height() const {
    if (at() == nullptr) return 31;
    const std::size_t parameters = curves_fit() ? curves()->cost.parameters.size() : 5;
    return around_bars + least_bar * static_cast<float>(bars_of_parts().size() + parameters);
}

float CostPage::first_height() const { return std::min(in_sight().value_or(least_chart), most_chart); }

float CostPage::least_height(float width) const {
    const float below = 0.8F + (at() != nullptr && has_lower() ? lower_height : 0);
    if (width > wide_cost) return std::max(bars_height(), least_chart + below);
    return bars_height() + 0.8F + first_height() + below;
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
    std::vector<CostBar> rows = bars_of_parts();
    for (CostBar& row : rows) row.colour = colour(theme, row.meaning);
    const std::size_t lines = rows.size() + (curves_fit() ? curves()->cost.parameters.size() : 0);
    const float free = area.h / em - around_bars;
    const float high = std::clamp(free / static_cast<float>(std::max<std::size_t>(lines, 1)), least_bar, most_bar) * em;
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
                        .meaning = text.meaning,
                        .colour = colour(theme, text.meaning),
                        .formula = parameters_formula(part.name)});
        parameters += static_cast<double>(part.count);
    }
    const auto number = [](double count) { return thousands(static_cast<std::size_t>(std::llround(count))); };
    area.take_top(bar_rows(context, area, fmt::format(strings::parameters, number(parameters)), rows, number,
                           "cost parameters", high));
    if (!curves()->about.empty()) {
        area.take_top(0.2F * em);
        area.take_top(paragraph(context.ui.painter, area, curves()->about, {.colour = theme.muted, .size = em::small}));
    }
    area.take_top(1.2F * em);
    if (counted == Counted::pairs && !at()->parts.empty() && area.h > least_squares * em) squares(context, area);
}

/// A bar for each part; of pairs alone, for each stage of theirs.
std::vector<CostBar> CostPage::bars_of_parts() const {
    std::vector<CostBar> rows;
    if (at()->parts.size() == 1 && at()->parts.front().stages.size() > 1) {
        const PartAmount& part = at()->parts.front();
        for (const StageAmount& stage : part.stages)
            rows.push_back({.name = stage.stage->label,
                            .hint = cost_part_text(part.part).hint,
                            .amount = stage.amount,
                            .meaning = stage.stage->meaning,
                            .stages = {stage}});
        return rows;
    }
    for (const PartAmount& part : at()->parts) {
        const CostPartText& text = cost_part_text(part.part);
        rows.push_back({.name = text.title,
                        .hint = text.hint,
                        .amount = part.amount,
                        .meaning = text.meaning,
                        .stages = part.stages,
                        .formula = part_formula(part)});
    }
    return rows;
}

/// The matrix of one head at a quarter, half and all of n: numbers as areas. A click takes that length.
void CostPage::squares(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    const float em = ui.em, gap = 1.6F * em;
    text_in(ui.painter, area.take_top(1.7F * em), strings::squares_title,
            {.colour = ui.theme.text, .face = Face::bold});
    const int n = at()->n;
    const double each = at()->parts.front().stages.front().each;
    const float words = 2.8F * em;
    const float side = std::min({most_squares * em, area.h - words, (area.w - 2 * gap) / 1.75F});
    const Colour fill = colour(ui.theme, Meaning::weight);
    float x = area.x;
    for (const int part : {4, 2, 1}) {
        const int length = n / part;
        const float high = side / static_cast<float>(part), room = std::max(high, 6.5F * em);
        const Rect square = Rect{x, area.y + side - high, high, high}.snapped();
        const std::string target = "cost square " + std::to_string(part);
        const double numbers = static_cast<double>(length) * length;
        ui.painter.fill(square, fill.faded(0.35F));
        ui.painter.stroke(square, fill, 1.5F);
        context.targets.put(target, square);
        const Region touched = region(ui, target, square);
        if (touched.hovered) {
            tooltip(ui, square,
                    fmt::format(strings::square_tip, thousands(static_cast<std::size_t>(length)),
                                thousands(static_cast<std::size_t>(std::llround(numbers))), each,
                                amount_text(Counted::pairs, numbers * each)));
            if (part > 1) *ui.cursor = CursorShape::hand;
        }
        if (touched.clicked && part > 1) {
            values().set("n", std::max(std::round(std::log2(static_cast<double>(length))), 4.0));
            ui.keep_awake();
        }
        Rect below{x, square.bottom() + 0.2F * em, room, 1.3F * em};
        text_in(ui.painter, below, fmt::format(strings::mark_n, length), {.colour = ui.theme.text, .size = em::small});
        below.y += 1.2F * em;
        text_in(ui.painter, below, amount_text(Counted::pairs, numbers * each),
                {.colour = ui.theme.muted, .size = em::small});
        x += room + gap;
    }
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
                tooltip(ui, bar,
                        fmt::format(strings::part_tip, row.name, text(row.amount), percent(row.amount, all)) +
                            (row.formula.empty() ? "" : "\n= " + row.formula));
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
            if (row.stages.size() > 1 && ui.painter.measure(stage.stage->label, em::small).width + 0.6F * em < piece.w)
                text_in(ui.painter, piece.inset(0.3F * em, 0), stage.stage->label,
                        {.colour = text_on(ui.theme, row.colour), .size = em::small});
            const bool last = s + 1 == row.stages.size();
            if (under.hovered && under.mouse.x >= left && (under.mouse.x < right || last)) {
                ui.painter.stroke(piece, ui.theme.text, 1.5F);
                tooltip(ui, piece,
                        fmt::format(strings::stage_tip, stage.stage->label, stage.stage->key, text(stage.amount),
                                    percent(stage.amount, all)) +
                            "\n= " + stage_formula(stage));
            }
        }
    }
    return area.y - top;
}

}  // namespace glassformer
