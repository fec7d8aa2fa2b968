#include "app/views/inspect/side_panel.h"

#include <fmt/core.h>

#include <cmath>

#include "app/views/explanation/cards.h"
#include "app/views/inspect/table.h"
#include "app/views/inspect/texts.h"
#include "app/views/shared/changed_stages.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/tape/cell_name.h"

namespace glassformer {

namespace {

constexpr float line_height = 1.55F;  // em
constexpr int max_decimals = 6;
constexpr PageText inspect_page{texts::inspect::page_title, "T_{ij}", texts::inspect::page_sentence,
                                texts::inspect::page_look};

/// Takes a card of this height (em) off the top of the place.
Rect card_of(Ui& ui, Rect& place, float height) {
    const Rect box = place.take_top(std::round((height + 1.6F) * ui.em));
    place.take_top(0.8F * ui.em);
    return card(ui.painter, box);
}

void heading(Ui& ui, Rect& inside, std::string_view text) {
    text_in(ui.painter, inside.take_top(line_height * ui.em), text,
            {.colour = ui.theme.muted, .size = em::small, .face = Face::bold});
}

/// A name at the left, its value at the right.
void figure(Ui& ui, const Rect& line, std::string_view name, const std::string& value) {
    text_in(ui.painter, line, name, {.colour = ui.theme.muted, .size = em::small});
    text_in(ui.painter, line, value, {.colour = ui.theme.text, .size = em::small, .align = Align::right});
}

/// Segments side by side over the whole width; scripts find each as `id` and its name.
bool choice(ViewContext& context, const char* id, const Rect& rect, std::span<const std::string> labels, int& selected,
            std::span<const std::string_view> names) {
    Ui& ui = context.ui;
    const float natural = segmented_width(ui, labels);
    Rect rest = rect;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const float share = (ui.painter.measure(labels[i]).width + 1.4F * ui.em) / std::max(1.0F, natural);
        context.targets.put(std::string(id) + " " + std::string(names[i]), rest.take_left(std::round(rect.w * share)));
    }
    return segmented(ui, id, rect, labels, selected);
}

SideWish cell_card(ViewContext& context, Rect& place, const CellRef& cell, const InspectState& state) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Evaluation& evaluation = *context.shown.current;
    if (!cell) {
        Rect inside = card_of(ui, place, 3 * line_height);
        heading(ui, inside, texts::inspect::selected_value);
        paragraph(ui.painter, inside, texts::inspect::no_selection, {.colour = ui.theme.muted, .size = em::small});
        return SideWish::nothing;
    }
    const Record& record = evaluation.trace().record(cell.record);
    const bool gradient = shows_gradient(evaluation, record, state);
    const float value = inspected_number(record, gradient, cell.cell);
    std::string was;
    if (const auto before = value_before(context.shown, cell); before && *before != value && !gradient)
        was = fmt::format(texts::inspect::was, with_minus(shortest_text(*before)));
    Rect inside = card_of(ui, place, (was.empty() ? 4 : 5) * line_height + 0.6F + 2.6F);
    heading(ui, inside, texts::inspect::selected_value);
    const Rect shown = inside.take_top((line_height + 0.6F) * em);
    context.targets.put("exact", shown);
    text_in(ui.painter, shown, with_minus(shortest_text(value)),
            {.colour = ui.theme.text, .size = em::large, .face = Face::mono_bold});
    figure(ui, inside.take_top(line_height * em), "float32", bits_text(value));
    if (!was.empty())
        text_in(ui.painter, inside.take_top(line_height * em), was,
                {.colour = ui.theme.accent_text, .size = em::small});
    text_in(ui.painter, inside.take_top(line_height * em),
            text(cell.cell, record.shape.rank()) + "  " + place_text(evaluation, cell),
            {.colour = ui.theme.muted, .size = em::small});
    inside.take_top(0.5F * em);
    const Rect press = inside.take_top(2.0F * em).snapped();
    context.targets.put("open in walk", press);
    return button(ui, "open in walk", press, texts::inspect::show_in_walk, {.size = em::small, .detail = "1"})
               ? SideWish::open_walk
               : SideWish::nothing;
}

void norms_card(Ui& ui, Rect& place, const Statistics& known, std::size_t count) {
    const float em = ui.em;
    Rect inside = card_of(ui, place, 6 * line_height);
    const auto line = [&](std::string_view name, const std::string& value) {
        figure(ui, inside.take_top(line_height * em), name, value);
    };
    line(texts::inspect::number_count, count_text(count));
    line(texts::inspect::l1_norm, number_text(known.norm1));
    line(texts::inspect::l2_norm, number_text(known.norm2));
    line(texts::inspect::max_norm, number_text(static_cast<double>(known.largest())));
    line(texts::inspect::zeros, count_text(known.zeros));
    line(texts::inspect::infinite_and_nan, count_text(known.infinite) + ", " + count_text(known.not_a_number));
}

SideWish copy_card(ViewContext& context, Rect& place, InspectState& state) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const bool latex = state.form == TextForm::latex;
    Rect inside = card_of(ui, place, line_height + (latex ? 9.5F : 7.0F));
    heading(ui, inside, texts::inspect::copy_as_text);
    const auto place_of = [&](float height) {
        const Rect rect = inside.take_top(height * em).snapped();
        inside.take_top(0.5F * em);
        return rect;
    };
    std::vector<std::string> scopes(std::begin(texts::inspect::copy_scopes), std::end(texts::inspect::copy_scopes)),
        forms;
    std::vector<std::string_view> form_names;
    for (const TextFormRow& row : all_text_forms()) {
        forms.emplace_back(row.title);
        form_names.push_back(row.title);
    }
    int scope = static_cast<int>(state.scope), form = static_cast<int>(state.form);
    choice(context, "copy", place_of(2.0F), scopes, scope, copy_scope_names);
    choice(context, "as", place_of(2.0F), forms, form, form_names);
    state.scope = static_cast<CopyScope>(scope);
    state.form = static_cast<TextForm>(form);
    if (latex) {
        Rect line = place_of(2.0F);
        text_in(ui.painter, line.take_left(5.4F * em), texts::inspect::decimals,
                {.colour = ui.theme.muted, .size = em::small});
        std::vector<std::string> digits;
        for (int d = 0; d <= max_decimals; ++d) digits.push_back(std::to_string(d));
        const std::vector<std::string_view> names(digits.begin(), digits.end());
        choice(context, "decimals", line, digits, state.decimals, names);
    }
    const Rect press = place_of(2.0F);
    context.targets.put("copy now", press);
    return button(ui, "copy now", press, texts::inspect::copy, {.size = em::small, .detail = "C"}) ? SideWish::copy
                                                                                                   : SideWish::nothing;
}

}  // namespace

std::string place_text(const Evaluation& evaluation, const CellRef& cell) {
    const Record& record = evaluation.trace().record(cell.record);
    std::string text;
    for (int d = 0; d < record.shape.rank(); ++d) {
        const Axis axis = record.shape.axis(d);
        const std::string label = axis == Axis::head ? fmt::format(texts::inspect::head_number, cell.cell[d] + 1)
                                                     : label_of(evaluation, record, d, cell.cell[d]);
        text += (text.empty() ? "" : " · ") + label;
    }
    return text;
}

SideWish draw_selected_number(ViewContext& context, const Rect& area, InspectState& state) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Evaluation& evaluation = *context.shown.current;
    const Trace& trace = evaluation.trace();
    const int record = record_at(trace, context.cursor);
    const Record& at = trace.record(record);
    ui.painter.fill(area, ui.theme.panel);
    ui.painter.line({area.x + 0.5F, area.y}, {area.x + 0.5F, area.bottom()}, ui.theme.border);
    context.targets.put("panel", area);
    Rect place = begin_scroll(ui, "inspector panel", area.inset(0.9F * em, 0));
    place.x = std::round(place.x);
    place.w = std::floor(place.w);
    place.h = 1e6F;  // as far down as it goes
    place.take_top(0.8F * em);
    SideWish wish = cell_card(context, place, inspected_cell(trace, context.cursor, state.plane), state);
    const SideWish copy = copy_card(context, place, state);
    if (wish == SideWish::nothing) wish = copy;

    const Grid grid = inspected_grid(trace, record, context.cursor, state.plane);
    const bool gradient = shows_gradient(evaluation, at, state);
    const Statistics& known = state.statistics.of(evaluation, record, grid, gradient);
    PanelWriter writer{context, state.focus, place};
    writer.statistics(at, &known, table_style(at, known.largest(), state.statistics.weights_end(evaluation), gradient),
                      slice_matrix(evaluation, at, grid));
    place.take_top(writer.y() - place.y);
    norms_card(ui, place, known, static_cast<std::size_t>(grid.rows) * static_cast<std::size_t>(grid.cols));
    place.take_top(paragraph(ui.painter, {place.x, place.y, place.w, 1e4F}, texts::inspect::statistics_of_slice,
                             {.colour = ui.theme.muted, .size = em::small}) +
                   em);
    PanelWriter about{context, state.focus, place};
    about.page(inspect_page, record);
    place.take_top(about.y() - place.y);
    end_scroll(ui, place.y + em);
    return wish;
}

}  // namespace glassformer
