#include "app/views/inspect/inspect.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/views/inspect/list_panel.h"
#include "app/views/inspect/overview.h"
#include "app/views/inspect/side_panel.h"
#include "app/views/inspect/table.h"
#include "app/views/shared/empty_state.h"
#include "app/views/shared/menus.h"
#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "core/base/error.h"
#include "core/tape/cell_name.h"

namespace glassformer {

namespace {

bool same_rows(const RecordList& a, const RecordList& b) {
    return std::equal(a.records.begin(), a.records.end(), b.records.begin(), b.records.end(),
                      [](const ListedRecord& x, const ListedRecord& y) { return x.label == y.label; });
}

constexpr float legend_height_of_edits = 1.5F;  // em

/// A mark and what it means.
void edits_legend(Ui& ui, Rect line) {
    const Rect mark = line.take_left(1.2F * ui.em).snapped();
    ui.painter.fill({mark.x, mark.centre().y + 0.3F * ui.em, mark.w, 2}, ui.theme.accent);
    line.take_left(0.5F * ui.em);
    text_in(ui.painter, line, texts::inspect::underlined, {.colour = ui.theme.muted, .size = em::small});
}

}  // namespace

/// On return to the view the list scrolls to the selected record.
void InspectView::leave() { state_.show_in_list = true; }

/// Brings what is kept from frame to frame up to the evaluation and the cursor of this one.
void InspectView::follow(ViewContext& context) {
    const Evaluation& evaluation = *context.shown.current;
    const Trace& trace = evaluation.trace();
    keep_valid(trace, context.cursor);
    if (state_.listed_of != evaluation.generation()) {
        state_.listed_of = evaluation.generation();
        RecordList list = list_records(trace);
        if (!same_rows(list, state_.list)) state_.show_in_list = true;  // the selected record is at another place
        state_.list = std::move(list);
        state_.kept = filtered(state_.list, state_.filter);
    }
    if (state_.record != context.cursor.record) {
        state_.record = context.cursor.record;
        // A session file's slice belongs to its record.
        if (!(state_.awaited && state_.awaited->record == context.cursor.record)) state_.plane = 0;
        state_.table_scroll = {};
        state_.show_in_list = state_.show_cell = true;
    }
    if (state_.awaited && !context.shown.stale) {
        if (state_.awaited->record == state_.record) {
            state_.list_scroll = state_.awaited->list;
            state_.table_scroll = state_.awaited->table;
            state_.show_in_list = state_.show_cell = false;
            state_.list_em = context.ui.em;
        }
        state_.awaited.reset();
    }
    state_.grid = inspected_grid(trace, record_at(trace, context.cursor), context.cursor, state_.plane);
    const CellRef cell = inspected_cell(trace, context.cursor, state_.plane);
    locked_ = static_cast<bool>(cell);
    exact_ = bits_ = "";
    if (!cell) return;
    const Record& at = trace.record(cell.record);
    const float value = inspected_number(at, shows_gradient(evaluation, at, state_), cell.cell);
    exact_ = shortest_text(value);
    bits_ = bits_text(value);
}

void InspectView::draw(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    if (!context.shown.current) {
        draw_empty_state(context, area);
        return;
    }
    follow(context);
    Rect rest = area;
    if (!context.rules.printed) {
        const Rect list = rest.take_left(std::round(std::clamp(0.25F * area.w, 12 * em, 22 * em)));
        draw_record_list(context, list, state_);
        follow(context);  // the list may have gone elsewhere
    }
    narrow_ = area.w < 62 * em;
    const bool instead = narrow_ && context.preferences.panel_instead;
    SideWish wish = SideWish::nothing;
    if (instead)
        wish = draw_selected_number(context, rest, state_);
    else if (!narrow_ && context.preferences.panel)
        wish = draw_selected_number(context, rest.take_right(std::round(std::clamp(0.24F * area.w, 19 * em, 25 * em))),
                                    state_);
    if (wish == SideWish::copy) copy(context);
    if (!instead) {
        Rect inside = rest.inset(0.9F * em, 0);
        header(context, inside);
        table(context, inside);
    }
    if (wish == SideWish::open_walk) context.request = open_view("walk");  // it explains the cell
}

void InspectView::table(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Evaluation& evaluation = *context.shown.current;
    const Trace& trace = evaluation.trace();
    const int record = record_at(trace, context.cursor);
    const Record& at = trace.record(record);
    if (at.value == nullptr || state_.grid.rows < 1 || state_.grid.cols < 1) return;
    state_.grid = inspected_grid(trace, record, context.cursor, state_.plane);
    const bool gradient = shows_gradient(evaluation, at, state_);
    const Statistics& known = state_.statistics.of(evaluation, record, state_.grid, gradient);
    if (state_.letters_of != evaluation.generation() || state_.letters_record != record ||
        state_.letters_gradient != gradient || state_.letters_offset != state_.grid.offset) {
        state_.letters_of = evaluation.generation();
        state_.letters_record = record;
        state_.letters_gradient = gradient;
        state_.letters_offset = state_.grid.offset;
        state_.letters = letters_of(evaluation, record, state_.grid, gradient);
        state_.words = -1;
    }
    const CellRef cell = inspected_cell(trace, context.cursor, state_.plane);
    const bool edited =
        !gradient && context.shown.unedited != nullptr && context.shown.unedited->trace().same_stage(at) != nullptr;
    Table shown{.evaluation = evaluation,
                .unedited = edited ? context.shown.unedited.get() : nullptr,
                .record = record,
                .grid = state_.grid,
                .gradient = gradient,
                .style = table_style(at, known.largest(), state_.statistics.weights_end(evaluation), gradient),
                .coloured = at.stage->range != Range::index,
                .row = cell ? context.cursor.row : -1,
                .column = cell ? context.cursor.column : -1,
                .letters = state_.letters};
    if (state_.words < 0 || state_.words_em != em) {
        state_.words = words_of_rows(ui.painter, shown);
        state_.words_em = em;
    }
    shown.words = state_.words;
    Rect window = area;
    window.w -= scroll_bar_width(ui);
    window.h -= scroll_bar_width(ui) + 0.2F * em + (edited ? legend_height_of_edits * em : 0);
    Scroller& scroll = state_.table_scroll;
    TablePlace place = place_table(ui.painter, window, shown);
    if (state_.show_cell && cell) {
        const double x = static_cast<double>(context.cursor.column) * static_cast<double>(place.cell_w);
        const double y = static_cast<double>(context.cursor.row) * static_cast<double>(place.cell_h);
        Scroller::show(scroll.x, x, x + static_cast<double>(place.cell_w), static_cast<double>(place.cells.w));
        Scroller::show(scroll.y, y, y + static_cast<double>(place.cell_h), static_cast<double>(place.cells.h));
    }
    state_.show_cell = false;
    // At most as wide as its content, so that the scroll bars are at the table's own edges.
    const Region over = region(ui, "table", place.cells);
    Rect seen = place.cells;
    seen.w = std::min(seen.w, static_cast<float>(place.width));
    seen.h = std::min(seen.h, static_cast<float>(place.height));
    scroll.work(ui, "table", seen, place.width, place.height, over.hovered, place.cell_h);
    shown.x = scroll.x;
    shown.y = scroll.y;
    place.scroll_to(scroll.x, scroll.y);
    const bool underlined = draw_table(ui.painter, place, shown);
    state_.first_row = place.first_row;
    state_.last_row = place.last_row;
    state_.first_column = place.first_column;
    state_.last_column = place.last_column;
    context.targets.put("table", place.cells);

    const auto find = [&](const CellRef& sought) {
        if (sought.record != record) return;
        for (int row = place.first_row; row <= place.last_row; ++row)
            for (int column = place.first_column; column <= place.last_column; ++column)
                if (shown.grid.cell(row, column) == sought.cell)
                    context.targets.put("cell:" + cell_name(at, sought.cell),
                                        place.cell(row, column).intersect(place.cells));
    };
    if (const std::string& wanted = context.targets.wanted; wanted.starts_with("cell:")) {
        const NamedCell named = find_cell(trace, std::string_view(wanted).substr(5));
        find({named.record, named.cell});
    }
    for (const CellMark& mark : context.rules.marks) {
        find(mark.at);
        find(mark.to);
    }
    Rect below = area;
    below.take_top(place.cells.bottom() + scroll_bar_width(ui) - area.y);
    if (edited) {
        const Rect line = below.take_top(legend_height_of_edits * em);
        if (underlined) edits_legend(ui, line);
    }
    const OverviewHit in_overview = draw_overview(context, below, shown, place);
    const CellAt hit = over.hovered ? place.at(over.mouse) : in_overview.cell;
    if (!hit) {
        if (over.clicked) context.cursor.locked = false;
        if (over.right_clicked) open_stage_menu(context, over.mouse);
        return;
    }
    const CellRef under{record, shown.grid.cell(hit.row, hit.col)};
    const float value = inspected_number(at, gradient, under.cell);
    tooltip(ui, over.hovered ? place.cell(hit.row, hit.col).intersect(place.cells) : in_overview.rect,
            place_text(evaluation, under) + "\n" + with_minus(shortest_text(value)) + "   " + bits_text(value));
    if (over.clicked || over.double_clicked || over.right_clicked || in_overview.clicked) {
        context.cursor.row = hit.row;
        context.cursor.column = hit.col;
        context.cursor.locked = true;
        context.cursor.limit = -1;
        state_.show_cell = in_overview.clicked;
        ui.keep_awake();
    }
    if (over.right_clicked) open_cell_menu(context, over.mouse);
    if (over.double_clicked) context.request = open_view("walk");
}

void InspectView::move_cell(ViewContext& context, int rows, int columns) {
    Cursor& cursor = context.cursor;
    cursor.limit = -1;
    if (cursor.locked) {
        cursor.row = std::clamp(cursor.row + rows, 0, std::max(0, state_.grid.rows - 1));
        cursor.column = std::clamp(cursor.column + columns, 0, std::max(0, state_.grid.cols - 1));
    }
    cursor.locked = true;  // the first press only chooses
    state_.show_cell = true;
}

/// PageUp and PageDown: the next slice, or a windowful of rows where there is one slice.
void InspectView::page(ViewContext& context, int by) {
    const Trace& trace = context.shown.current->trace();
    const int record = record_at(trace, context.cursor);
    const Shape& shape = trace.record(record).shape;
    if (shape.rank() < 3) return move_cell(context, by * std::max(1, state_.last_row - state_.first_row - 1), 0);
    const int count = shape.size(0);
    choose_slice(trace, record, (state_.grid.head + by + count) % count, context.cursor, state_.plane);
}

void InspectView::go_to_written(ViewContext& context) {
    const Trace& trace = context.shown.current->trace();
    const int record = record_at(trace, context.cursor);
    Cursor& cursor = context.cursor;
    try {
        const CellAt to =
            cell_named(*context.shown.current, record, state_.grid, state_.go_to, {cursor.row, cursor.column});
        cursor.row = to.row;
        cursor.column = to.col;
        cursor.locked = true;
        cursor.limit = -1;
        state_.show_cell = true;
    } catch (const Error& error) {
        context.notice = error.what();
        focus_text_field(context.ui, "go to");  // the next letters are no keys of the window
    }
    context.ui.keep_awake();
}

void InspectView::copy(ViewContext& context) {
    const Trace& trace = context.shown.current->trace();
    const int record = record_at(trace, context.cursor);
    try {
        const Grid grid = inspected_grid(trace, record, context.cursor, state_.plane);
        const CellRef cell = inspected_cell(trace, context.cursor, state_.plane);
        const Numbers numbers = copied_numbers(trace, record, grid, cell, state_.scope, state_.form,
                                               shows_gradient(*context.shown.current, trace.record(record), state_));
        context.ui.platform.set_clipboard(tensor_text(numbers, state_.form, state_.decimals));
        const std::size_t count = numbers.values.size();
        const std::string form(all_text_forms()[static_cast<std::size_t>(state_.form)].title);
        context.notice = count == 1 ? fmt::format(texts::inspect::copied_one, form)
                                    : fmt::format(texts::inspect::copied, count_text(count), form);
    } catch (const Error& error) {
        context.notice = error.what();
    }
}

void InspectView::describe(State& state, const Session::Snapshot& shown) const {
    const Record* const record = [&]() -> const Record* {
        const int id = shown.current ? shown.current->trace().find(state_.record) : -1;
        return id < 0 ? nullptr : &shown.current->trace().record(id);
    }();
    state.add("filter", state_.filter);
    state.add("listed", std::to_string(state_.kept.size()));
    state.add("shape", record != nullptr ? sizes_text(record->shape) : "");
    state.add("slice", std::to_string(std::max(0, state_.grid.head)));
    state.add("rows_seen", std::to_string(state_.first_row) + "-" + std::to_string(state_.last_row));
    state.add("columns_seen", std::to_string(state_.first_column) + "-" + std::to_string(state_.last_column));
    state.add("gradient", record != nullptr && shows_gradient(*shown.current, *record, state_));
    state.add("exact", exact_);
    state.add("bits", bits_);
    state.add("copy_what", std::string(copy_scope_names[static_cast<std::size_t>(state_.scope)]));
    state.add("copy_as", std::string(all_text_forms()[static_cast<std::size_t>(state_.form)].title));
    state.add("decimals", std::to_string(state_.decimals));
}

ViewValues InspectView::save() const {
    const InspectState::Place place =
        state_.awaited.value_or(InspectState::Place{state_.record, state_.list_scroll, state_.table_scroll});
    return {{"filter", value_text(state_.filter)},
            {"go_to", value_text(state_.go_to)},
            {"plane", value_text(state_.plane)},
            {"back", value_text(state_.back)},
            {"record", value_text(place.record)},
            {"list_y", value_text(static_cast<float>(place.list.y))},
            {"table_x", value_text(static_cast<int>(std::round(place.table.x)))},
            {"table_y", value_text(static_cast<int>(std::round(place.table.y)))},
            {"scope", value_text(static_cast<int>(state_.scope))},
            {"form", value_text(static_cast<int>(state_.form))},
            {"decimals", value_text(state_.decimals)}};
}

void InspectView::load(const ViewValues& values) {
    const ViewReader read(values);
    state_.filter = read.text("filter", state_.filter);
    state_.go_to = read.text("go_to", state_.go_to);
    state_.listed_of = 0;
    state_.plane = read.whole("plane", state_.plane, 0, 1 << 20);
    state_.back = read.yes("back", state_.back);
    const int far = 1 << 30;
    const std::string record = read.text("record", "");
    state_.awaited.reset();
    state_.list_scroll = state_.table_scroll = {};
    state_.record.clear();
    if (!record.empty())
        state_.awaited = InspectState::Place{.record = record,
                                             .list = {0, static_cast<double>(read.number("list_y", 0, 0, 1e9F))},
                                             .table = {static_cast<double>(read.whole("table_x", 0, 0, far)),
                                                       static_cast<double>(read.whole("table_y", 0, 0, far))}};
    state_.scope = static_cast<CopyScope>(
        read.whole("scope", static_cast<int>(state_.scope), 0, static_cast<int>(copy_scope_names.size()) - 1));
    state_.form =
        static_cast<TextForm>(read.whole("form", static_cast<int>(state_.form), 0, static_cast<int>(TextForm::latex)));
    state_.decimals = read.whole("decimals", state_.decimals, 0, 9);
}

}  // namespace glassformer
