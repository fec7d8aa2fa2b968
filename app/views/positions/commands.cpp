// The row of the positions view, what it carries out, and what a script may ask about it.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/positions/knobs.h"
#include "app/views/positions/positions.h"
#include "app/views/positions/texts.h"
#include "app/views/shared/tabs.h"
#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"
#include "app/widgets/icon_pen.h"
#include "core/model/positional.h"

namespace glassformer {

extern const ViewRow positions_row{.name = "positions",
                                   .place = 60,
                                   .title = "Positions",
                                   .hint = texts::positions::view_hint,
                                   .icon =
                                       [](const IconPen& p) {
                                           std::vector<Vec2> wave;
                                           for (int i = 0; i <= 24; ++i) {
                                               const float x = -0.9f + 1.8f * static_cast<float>(i) / 24;
                                               wave.push_back(p.at(x, -0.6f * std::sin(x * 3.49f)));
                                           }
                                           p.painter.polyline(wave, p.colour, p.width());
                                       },
                                   .key = Key::digit_6,
                                   .commands = PositionsView::command_rows,
                                   .make = [](const ViewServices& services) -> std::unique_ptr<AppView> {
                                       return std::make_unique<PositionsView>(services);
                                   },
                                   .tabs = PositionsView::tab_rows};

std::vector<ViewTab> PositionsView::tab_rows() {
    std::vector<ViewTab> pages;
    for (const PositionsPage& row : positions_pages()) pages.push_back({row.name, value_text(std::string(row.name))});
    return pages;
}

std::span<const ViewCommand> PositionsView::command_rows() {
    using Self = PositionsView;
    using Context = ViewContext;
    const auto own = [](Command command, Key key, Modifiers modifiers, char32_t character, const char* what) {
        return Shortcut{command, texts::positions::group, key, modifiers, character, what};
    };
    static const std::vector<ViewCommand> rows = command_table<Self>({
        {Command::next_mode, [](Self& v, Context&) { v.change_page(1); }},
        {Command::previous_mode, [](Self& v, Context&) { v.change_page(-1); }},
        {Command::head_next, [](Self& v, Context&) { v.choose_column(1); }},
        {Command::head_previous, [](Self& v, Context&) { v.choose_column(-1); }},
        {own(positions_add, Key::insert, {}, 0, texts::positions::command_add),
         [](Self& v, Context& c) {
             if (v.text() != nullptr)
                 c.notice = v.text()->fixed_columns();
             else if (!add_column(v.state_))
                 c.notice = texts::positions::at_most;
         }},
        {own(positions_remove, Key::insert, with_shift, 0, texts::positions::command_remove),
         [](Self& v, Context& c) {
             if (v.text() != nullptr)
                 c.notice = v.text()->fixed_columns();
             else if (!remove_column(v.state_))
                 c.notice = texts::positions::at_least;
         }},
        {own(command_named("positions.next"), Key::q, {}, 0, texts::positions::command_next),
         [](Self& v, Context&) { change_kind(v.state_, 1); }},
        {own(command_named("positions.previous"), Key::q, with_shift, 0, texts::positions::command_previous),
         [](Self& v, Context&) { change_kind(v.state_, -1); }},
        {Command::row_up, [](Self& v, Context&) { v.step_places(-1, 0); }},
        {Command::row_down, [](Self& v, Context&) { v.step_places(1, 0); }},
        {Command::column_left, [](Self& v, Context&) { v.step_places(0, -1); }},
        {Command::column_right, [](Self& v, Context&) { v.step_places(0, 1); }},
        {Command::step_forward, [](Self& v, Context&) { v.step_along(1); }},
        {Command::step_back, [](Self& v, Context&) { v.step_along(-1); }},
        {Command::first_stage,
         [](Self& v, Context&) {
             if (v.text() != nullptr)
                 v.text()->move_to_start(v.state_);
             else
                 v.state_.settings.first = 0;
         }},
        {own(positions_later, Key::none, {}, 0, texts::positions::command_later),
         [](Self& v, Context&) { v.move_both(1); }},
        {own(positions_earlier, Key::none, {}, 0, texts::positions::command_earlier),
         [](Self& v, Context&) { v.move_both(-1); }},
        {own(command_named("positions.slower"), Key::l, {}, 0, texts::positions::command_slower),
         [](Self& v, Context&) { v.step_pair(1); }},
        {own(command_named("positions.faster"), Key::l, with_shift, 0, texts::positions::command_faster),
         [](Self& v, Context&) { v.step_pair(-1); }},
        {own(positions_walk, Key::p, with_shift, 0, texts::positions::command_walk),
         [](Self& v, Context& c) { v.show_in_walk(c); }},
        {own(positions_switch, Key::a, with_shift, 0, texts::positions::command_switch),
         [](Self& v, Context& c) { v.carry_out(c, {.encode = true}); }},
        {own(positions_sibling, Key::m, with_shift, 0, texts::positions::command_sibling),
         [](Self& v, Context& c) { v.carry_out(c, {.sibling = true}); }},
        {Command::again, [](Self& v, Context&) { v.state_.settings.seed = (v.state_.settings.seed + 1) % 100; }},
    });
    return rows;
}

/// Also shows the query and key of the open model's head, whichever view was shown. What a command set stays in range.
bool PositionsView::run(Command command, ViewContext& context) {
    if (command == Command::positions_model)
        show_open_model(context);
    else if (!AppView::run(command, context))
        return false;
    state_.settings.first = std::min(state_.settings.first, 512);
    keep_valid(state_);
    return true;
}

void PositionsView::change_page(int by) {
    const std::span<const PositionsPage> pages = positions_pages();
    state_.page = &pages[page_beside(static_cast<std::size_t>(state_.page - pages.data()), by, pages.size())];
}

void PositionsView::step_places(int query, int key) {
    if (text() != nullptr) return step_start(query, key);
    state_.query += query;
    state_.key += key;
}

/// Pages about the text have one arrow for each side of a pair; the others shift the sentence.
void PositionsView::step_along(int by) {
    if (text() != nullptr) return step_start(0, by);
    state_.settings.first = std::max(0, state_.settings.first + by);
}

void PositionsView::move_both(int by) {
    if (text() != nullptr) text()->move(state_.start, by);
}

void PositionsView::step_pair(int by) {
    if (text() != nullptr)
        text()->step_pair(state_.start, start_, by);
    else
        state_.pair += by;
}

void PositionsView::choose_column(int by) {
    if (text() != nullptr) return text()->choose_column(state_, by);
    const int count = static_cast<int>(state_.kinds.size());
    state_.chosen = (state_.chosen + by + count) % count;
}

void PositionsView::show_in_walk(ViewContext& context) {
    if (!context.shown.current || !state_.open.problem.empty()) return;
    const std::vector<int> touched = touched_records(*context.shown.current, state_.block);
    if (touched.empty())
        context.notice = texts::positions::no_encoding;
    else
        carry_out(context, {.record = touched.front()});
}

void PositionsView::describe(State& state, const Session::Snapshot& shown) const {
    static_cast<void>(shown);
    state.add("positions_mode", std::string(state_.page->name));
    state.add("positions_columns", names_of(state_.kinds));
    state.add("positions_start_columns", names_of(state_.start.kinds));
    state.add("positions_start_chosen", std::to_string(state_.start.chosen + 1));
    state.add("positions_start_query", std::to_string(state_.start.query));
    state.add("positions_start_key", std::to_string(state_.start.key));
    state.add("positions_start_pair", std::to_string(state_.start.pair));
    state.add("positions_moved", std::to_string(state_.start.moved));
    state.add("positions_measure", state_.measure);
    describe_joined(state);
    for (std::size_t c = 0; c < start_columns; ++c) {
        const bool there = c < start_.columns().size() && start_.columns()[c].laboratory->shown();
        const std::string number = std::to_string(c + 1);
        state.add("positions_start_look_" + number, there ? start_look(start_, start_.columns()[c]) : "");
        state.add("positions_start_origin_" + number, there ? start_origin(start_, start_.columns()[c]) : "");
    }
    state.add("positions_chosen", std::to_string(state_.chosen + 1));
    state.add("positions_query", std::to_string(state_.query));
    state.add("positions_key", std::to_string(state_.key));
    state.add("positions_pair", std::to_string(state_.pair));
    for (const Knob& knob : all_knobs())
        if (std::string_view(knob.id) != "query")
            state.add("positions_" + std::string(knob.id), exact_text(static_cast<float>(knob.get(state_))));
    for (const Choice& choice : all_choices())
        state.add("positions_" + std::string(choice.id), choice.labels[static_cast<std::size_t>(choice.get(state_))]);
    state.add("positions_pointed", pointed_);
    state.add("positions_computed", std::to_string(laboratory_.computed()));
    state.add("positions_content", laboratory_.content().origin);
    state.add("positions_model", state_.open.name);
    state.add("positions_model_kind",
              state_.open.kind != nullptr ? std::string(state_.open.kind->name) : std::string());
    state.add("positions_not_trained", state_.open.switched);
    state.add("positions_sibling", sibling());
    const auto columns = laboratory_.columns();
    for (std::size_t c = 0; c < max_columns; ++c) {
        const bool there = c < columns.size() && columns[c].settings.kind != nullptr;
        const bool good = there && columns[c].shown();
        const std::string number = std::to_string(c + 1);
        const bool in_range =
            good && state_.query < columns[c].settings.n_positions && state_.key < columns[c].settings.n_positions;
        state.add("positions_score_" + number, in_range ? exact_text(columns[c].score(state_.query, state_.key)) : "");
        state.add("positions_spread_" + number, good ? exact_text(static_cast<float>(columns[c].spread)) : "");
        state.add("positions_widest_" + number,
                  good ? exact_text(static_cast<float>(columns[c].column.widest.largest)) : "");
        state.add("positions_map_error_" + number, good && !columns[c].shift_map.data.empty()
                                                       ? exact_text(static_cast<float>(columns[c].shift_map_error))
                                                       : "");
        state.add("positions_learned_" + number, good ? columns[c].learned.origin : "");
        const bool of_head = c < trained_.size() && trained_[c];
        state.add("positions_trained_" + number, of_head                     ? trained_[c]->model->name
                                                 : c < trained_notes_.size() ? trained_notes_[c]
                                                                             : std::string());
        state.add("positions_beyond_" + number, of_head ? trained_[c]->model->readings.back().error : "");
        state.add("positions_shifted_" + number,
                  good ? exact_text(static_cast<float>(columns[c].changed_by_shift)) : "");
        state.add("positions_error_" + number, there ? columns[c].error : "");
        state.add("positions_accuracy_" + number,
                  there ? accuracy_text(lengths_ ? &*lengths_ : nullptr, state_.task, *columns[c].settings.kind) : "");
    }
}

}  // namespace glassformer
