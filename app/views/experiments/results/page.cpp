#include "app/views/experiments/results/page.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/paint/fitting_words.h"
#include "app/paint/printed_number.h"
#include "app/pictures/charts/axis_ticks.h"
#include "app/views/experiments/results/texts.h"
#include "app/views/shared/view_values.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

namespace strings = texts::results;

constexpr float head_high = 2.8F, most_line = 4.2F, least_line = 1.6F, key_high = 1.6F;  // em
constexpr float least_low_line = 0.85F,
                full_text = 1.3F;  // em: where little is in sight; from which names are as large as text
constexpr float around_name = 2.4F, most_names = 0.55F;  // em; of the width

std::span<const ExperimentKnob> results_knobs() {
    static const std::vector<ExperimentKnob> knobs{{.id = "table",
                                                    .label = strings::table,
                                                    .hint = strings::table_hint,
                                                    .high = static_cast<double>(strings::tables.size() - 1),
                                                    .choices = {strings::tables.begin(), strings::tables.end()}},
                                                   {.id = "order",
                                                    .label = strings::order,
                                                    .hint = strings::order_hint,
                                                    .choices = {strings::order_printed, strings::order_best}}};
    return knobs;
}

Colour kind_colour(const Theme& theme, NetworkKind kind) {
    static constexpr std::array meanings{Meaning::position, Meaning::query, Meaning::weight};
    return colour(theme, meanings.at(static_cast<std::size_t>(kind)));
}

std::string place_text(int place) {
    const auto index = static_cast<std::size_t>(place - 1);
    return index < strings::places.size() ? std::string(strings::places.at(index)) : fmt::format(strings::place, place);
}

/// " (a tie with 1 other)"; "" where no other row has the figure.
std::string ties_text(const PublishedResults& table, std::size_t row, std::size_t measure) {
    const int ties = ties_of(table, row, measure);
    return ties == 0 ? std::string() : ties == 1 ? std::string(strings::one_tie) : fmt::format(strings::ties, ties);
}

/// Digits behind the point: differences are written with as many as the figures.
int decimals(std::string_view figure) {
    const std::size_t point = figure.find('.');
    return point == std::string_view::npos ? 0 : static_cast<int>(figure.size() - point - 1);
}

ChartAxis axis_of(const PublishedResults& table, std::size_t measure) {
    std::vector<double> values;
    for (const PublishedResult& row : table.rows)
        if (const std::optional<double> value = figure_value(row, measure)) values.push_back(*value);
    ChartAxis axis = fit("", values, table.measures[measure].logarithmic);
    return axis;
}

}  // namespace

extern const ExperimentRow results_experiment{
    .name = "results",
    .place = 90,
    .title = strings::title,
    .question = strings::question,
    .words = strings::search_words,
    .make = [](const ViewServices&) -> std::unique_ptr<ExperimentPage> { return std::make_unique<ResultsPage>(); }};

ResultsPage::ResultsPage() : ExperimentPage(results_knobs()) {}

const PublishedResults& ResultsPage::table() const {
    return published_results()[static_cast<std::size_t>(values().whole("table"))];
}

std::vector<std::size_t> ResultsPage::order() const {
    if (values().on("order")) return best_first(table(), 0);
    std::vector<std::size_t> all(table().rows.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    return all;
}

std::size_t ResultsPage::row() const {
    const std::size_t count = table().rows.size();
    return row_ < 0 || of_table_ != values().whole("table") ? table().compared
                                                            : std::min(static_cast<std::size_t>(row_), count - 1);
}

void ResultsPage::select(std::size_t row) {
    row_ = static_cast<int>(row);
    of_table_ = values().whole("table");
}

std::string ResultsPage::figures(std::size_t row) const {
    std::string all;
    for (std::size_t m = 0; m < table().measures.size(); ++m) {
        const std::string_view title = table().measures[m].title;
        const int place = place_of(table(), row, m);
        if (!all.empty()) all += "; ";
        all += place == 0 ? fmt::format(strings::figure_missing, title)
                          : fmt::format(strings::figure_with_place, title, figure_text(table(), table().rows[row], m),
                                        place_text(place), figures_of(table(), m), ties_text(table(), row, m));
    }
    return all;
}

std::string ResultsPage::sentence() const {
    const PublishedResult& shown = table().rows[row()];
    return fmt::format(strings::sentence, table().source, shown.name, figures(row()),
                       shown.note.empty() ? "" : " " + std::string(shown.note));
}

std::string ResultsPage::compared(std::size_t other, std::size_t measure) const {
    const std::optional<double> own = figure_value(table().rows[row()], measure),
                                value = figure_value(table().rows[other], measure);
    if (other == row() || !own || !value) return {};
    if (table().measures[measure].logarithmic) return fmt::format(strings::factor, number_text(*value / *own));
    const int digits =
        std::max(decimals(table().rows[row()].figures[measure]), decimals(table().rows[other].figures[measure]));
    const std::string number = fmt::format("{:.{}f}", std::abs(*value - *own), digits);
    return (*value < *own ? "−" : *value > *own ? "+" : "± ") + number;
}

// --- the picture

/// All rows of a measure are in sight, as far as they can be.
float ResultsPage::least_line_height() const {
    if (!in_sight()) return least_line;
    const auto lines = static_cast<float>(table().rows.size());
    return std::clamp((*in_sight() - head_high) / lines, least_low_line, most_line);
}

float ResultsPage::least_height(float width) const {
    const auto lines = static_cast<float>(table().rows.size());
    const auto blocks = narrow(width) ? static_cast<float>(table().measures.size()) : 1.0F;
    return blocks * (head_high + lines * least_line_height() + 0.8F) + key_high;
}

void ResultsPage::draw(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect rest = area;
    key(context, rest.take_bottom(key_high * em));
    const std::vector<std::size_t> rows = order();
    const std::size_t measures = table().measures.size();
    float names_wide = 0;
    for (const PublishedResult& one : table().rows)
        names_wide = std::max(names_wide, ui.painter.measure(one.name, em::body, Face::bold).width);
    names_wide = std::ceil(names_wide + around_name * em);
    if (names_wide / em != names_) {
        names_ = names_wide / em;
        ui.keep_awake();
    }
    const bool narrow = this->narrow(area.w / em);
    names_wide = std::min(names_wide, most_names * area.w);
    const auto blocks = narrow ? static_cast<float>(measures) : 1.0F;
    const float line = in_sight()
                           ? least_line_height() * em
                           : std::clamp((rest.h / blocks - (head_high + 0.8F) * em) / static_cast<float>(rows.size()),
                                        least_line * em, most_line * em);
    const float size = line < full_text * em ? em::small : em::body;
    for (std::size_t m = 0; m < measures; ++m) {
        if (m > 0 && !narrow) break;
        Rect block = narrow ? rest.take_top((head_high + 0.8F) * em + line * static_cast<float>(rows.size())) : rest;
        Rect names = block.take_left(names_wide);
        names.take_top(head_high * em);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const PublishedResult& row_here = table().rows[rows[i]];
            Rect place = names.take_top(line);
            const std::string id = "results row " + std::to_string(rows[i]) + (narrow ? " " + std::to_string(m) : "");
            const Rect whole{place.x, place.y, narrow ? area.w : rest.right() - place.x, place.h};
            const Region touched = region(ui, id, whole);
            context.targets.put(id, place);
            if (touched.clicked) {
                select(rows[i]);
                ui.keep_awake();
            }
            if (touched.hovered) *ui.cursor = CursorShape::hand;
            const bool is_shown = rows[i] == row();
            if (is_shown || touched.hovered)
                ui.painter.fill(whole, is_shown ? ui.theme.accent.faded(0.16F) : ui.theme.control_hot.faded(0.5F), 4);
            place.take_left(0.6F * em);
            ui.painter.circle({place.x + 0.35F * em, place.centre().y}, 0.32F * em,
                              kind_colour(ui.theme, row_here.kind));
            place.take_left(1.2F * em);
            text_in(ui.painter, place, std::string(row_here.name),
                    {.colour = ui.theme.text, .size = size, .face = is_shown ? Face::bold : Face::sans});
        }
        if (narrow) {
            measure(context, block, m, line);
            continue;
        }
        const float wide = block.w / static_cast<float>(measures);
        for (std::size_t column = 0; column < measures; ++column)
            measure(context, block.take_left(wide).inset(0.8F * em, 0), column, line);
    }
}

/// Which colour is which kind of network, and what stands beside the figures.
void ResultsPage::key(ViewContext& context, Rect line) const {
    Ui& ui = context.ui;
    const float em = ui.em;
    const TextStyle small{.colour = ui.theme.muted, .size = em::small};
    for (std::size_t kind = 0; kind < strings::kinds.size(); ++kind) {
        const auto is_of = [&](const PublishedResult& row_here) {
            return static_cast<std::size_t>(row_here.kind) == kind;
        };
        if (std::ranges::none_of(table().rows, is_of)) continue;
        const Rect dot = line.take_left(1.2F * em);
        ui.painter.circle({dot.x + 0.35F * em, dot.centre().y}, 0.32F * em,
                          kind_colour(ui.theme, static_cast<NetworkKind>(kind)));
        const float wide = ui.painter.measure(strings::kinds.at(kind), em::small).width + 1.5F * em;
        text_in(ui.painter, line.take_left(wide), strings::kinds.at(kind), small);
    }
    const bool has_factor = std::ranges::any_of(table().measures, &PublishedMeasure::logarithmic);
    const std::string_view name = table().rows[row()].name;
    text_in(ui.painter, line,
            has_factor ? fmt::format(strings::compared_factor, name) : fmt::format(strings::compared, name),
            {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
}

/// A measure's head, axis and figures; its lines are those of the names beside it.
void ResultsPage::measure(ViewContext& context, Rect column, std::size_t measure, float line) const {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em;
    const PublishedMeasure& of = table().measures[measure];
    const TextStyle quiet{.colour = ui.theme.muted, .size = em::small};
    Rect head = column.take_top(head_high * em);
    const Rect title = head.take_top(1.4F * em);
    const std::string named =
        fmt::format(fmt::runtime(of.higher_is_better ? strings::higher : strings::lower), of.title);
    const bool fits = painter.measure(named, em::body, Face::bold).width <= title.w;
    text_in(painter, title, named, {.colour = ui.theme.text, .size = fits ? em::body : em::small, .face = Face::bold});
    if (region(ui, "results measure " + std::to_string(measure), title).hovered)
        tooltip(ui, title, std::string(of.meaning));
    const float figures_wide = 10.5F * em;
    const Rect plot{column.x + 1.5F * em, column.y, std::max(4 * em, column.w - figures_wide - 2 * em),
                    line * static_cast<float>(table().rows.size())};
    context.targets.put("results plot " + std::to_string(measure), plot);
    if (measure == 0) context.targets.put(first_picture, {column.x, title.y, column.w, plot.bottom() - title.y});
    const float size = line < full_text * em ? em::small : em::body;
    const ChartAxis axis = axis_of(table(), measure);
    const AxisScale scale(axis);
    for (const AxisTick& tick : axis_ticks(axis, std::max(3, static_cast<int>(plot.w / (4 * em))))) {
        const float x = plot.x + static_cast<float>(scale.share(tick.value)) * plot.w;
        painter.line({x, plot.y}, {x, plot.bottom()}, ui.theme.faint);
        painter.text({x, plot.y - 0.2F * em}, tick.text,
                     {.colour = ui.theme.muted, .size = em::small, .align = Align::centre, .anchor = Anchor::bottom});
    }
    const std::array against{
        fmt::format(fmt::runtime(of.logarithmic ? strings::over_row : strings::against_row), table().rows[row()].name),
        std::string(of.logarithmic ? strings::over_selected : strings::against_selected)};
    const Rect above{plot.right() + 1.5F * em, head.bottom() - 1.4F * em, figures_wide - 1.5F * em, 1.4F * em};
    text_in(painter, above, fitting_words(painter, against, above.w),
            {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
    const std::vector<std::size_t> rows = order();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const PublishedResult& row_here = table().rows[rows[i]];
        const float y = plot.y + (static_cast<float>(i) + 0.5F) * line;
        const Rect beside{plot.right() + 1.5F * em, y - 0.5F * line, figures_wide - 1.5F * em, line};
        const std::optional<double> value = figure_value(row_here, measure);
        const bool is_shown = rows[i] == row();
        Rect figure = beside;
        text_in(painter, figure.take_left(5 * em), figure_text(table(), row_here, measure),
                {.colour = value ? ui.theme.text : ui.theme.muted,
                 .size = size,
                 .face = is_shown ? Face::bold : Face::sans});
        text_in(painter, figure, compared(rows[i], measure), quiet);
        painter.line({plot.x, y}, {plot.right(), y}, ui.theme.faint.faded(0.5F));
        if (!value) continue;
        const float x = plot.x + static_cast<float>(scale.share(*value)) * plot.w;
        const Colour ink = kind_colour(ui.theme, row_here.kind);
        painter.circle({x, y}, std::min(is_shown ? 0.5F * em : 0.4F * em, 0.45F * line), ink);
    }
}

// --- what is kept

bool ResultsPage::run(Command command, ViewContext& context) {
    static_cast<void>(context);
    if (command != Command::step_forward && command != Command::step_back) return false;
    const std::vector<std::size_t> rows = order();
    const auto at = std::ranges::find(rows, row()) - rows.begin();
    const auto next = std::clamp<std::ptrdiff_t>(at + (command == Command::step_forward ? 1 : -1), 0,
                                                 static_cast<std::ptrdiff_t>(rows.size()) - 1);
    select(rows[static_cast<std::size_t>(next)]);
    return true;
}

PageKeys ResultsPage::keys() const { return {.steps = strings::key_steps}; }

ViewValues ResultsPage::save() const {
    ViewValues kept = ExperimentPage::save();
    kept["row"] = value_text(row_);
    kept["of_table"] = value_text(of_table_);
    return kept;
}

void ResultsPage::load(const ViewValues& from) {
    ExperimentPage::load(from);
    const ViewReader read(from);
    row_ = read.whole("row", row_, -1, 99);
    of_table_ = read.whole("of_table", of_table_, 0, static_cast<int>(strings::tables.size()) - 1);
}

void ResultsPage::describe(State& state) const {
    state.add("results_table", std::string(table().title));
    state.add("results_source", std::string(table().source));
    state.add("results_row", std::string(table().rows[row()].name));
    state.add("results_first", std::string(table().rows[order().front()].name));
    for (std::size_t m = 0; m < table().measures.size(); ++m) {
        const std::string of = "_" + std::to_string(m);
        state.add("results_figure" + of, figure_text(table(), table().rows[row()], m));
        state.add("results_compared" + of, compared(order().front(), m));
    }
}

std::string ResultsPage::table_title() const { return strings::table_title; }

void ResultsPage::write_table(const std::function<void(const std::string& piece)>& write) const {
    std::string head = "model,kind";
    for (const PublishedMeasure& of : table().measures) head += "," + std::string(of.title);
    write(head + ",source\n");
    for (const PublishedResult& row_here : table().rows) {
        std::string line =
            fmt::format("\"{}\",{}", row_here.name, strings::kinds.at(static_cast<std::size_t>(row_here.kind)));
        for (const std::string_view figure : row_here.figures) line += "," + std::string(figure);
        write(fmt::format("{},\"{}\"\n", line, table().source));
    }
}

}  // namespace glassformer
