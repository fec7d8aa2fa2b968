// The row of the output view and what it carries out.
#include <algorithm>
#include <iterator>

#include "app/views/explanation/copy_calculation.h"
#include "app/views/output/output.h"
#include "app/views/output/sampling_bar.h"
#include "app/views/output/texts.h"
#include "app/views/shared/menus.h"
#include "app/views/shared/reset_changes.h"
#include "app/views/shared/view_values.h"
#include "app/widgets/icon_pen.h"

namespace glassformer {

extern const ViewRow output_row{
    .name = "output",
    .place = 30,
    .title = "Output",
    .hint = texts::output::view_hint,
    .icon =
        [](const IconPen& p) {
            p.line(-0.8f, -0.9f, -0.8f, 0.9f);
            p.fill(-0.65f, -0.75f, 1.5f, 0.38f), p.fill(-0.65f, -0.19f, 0.9f, 0.38f),
                p.fill(-0.65f, 0.37f, 0.4f, 0.38f);
        },
    .key = Key::digit_3,
    .commands = OutputView::command_rows,
    .make = [](const ViewServices&) -> std::unique_ptr<AppView> { return std::make_unique<OutputView>(); },
    .tabs = OutputView::tab_rows,
    .shows = [](std::string_view record,
                const ViewValues&) { return record == "probs" || record.find("logits") != std::string_view::npos; },
    .simple = true};

std::vector<ViewTab> OutputView::tab_rows() {
    std::vector<ViewTab> tabs;
    for (const OutputPageRow& row : output_page_rows()) tabs.push_back({row.name, value_text(row.mode)});
    return tabs;
}

std::span<const ViewCommand> OutputView::command_rows() {
    using Self = OutputView;
    using Context = ViewContext;
    static constexpr int far = 1 << 20;  // further than any text is long
    const auto own = [](Command command, Key key, Modifiers modifiers, const char* what) {
        return Shortcut{command, "Output", key, modifiers, 0, what};
    };
    static const std::vector<ViewCommand> rows = command_table<Self>(
        {
            {Command::next_mode, [](Self& v, Context& c) { v.change_page(c, 1); }},
            {Command::previous_mode, [](Self& v, Context& c) { v.change_page(c, -1); }},
            {own(output_next_token, Key::n, {}, "generate the next token"),
             [](Self& v, Context& c) {
                 if (!v.may_generate(c)) return;
                 ++v.state_.waiting;
                 v.state_.begins = true;
             }},
            {own(output_whole_text, Key::w, with_shift, "generate to the end"),
             [](Self& v, Context& c) { v.play(c, true); }},
            {Command::play, [](Self& v, Context& c) { v.play(c, false); }},
            {Command::again,
             [](Self& v, Context& c) {
                 if (v.may_generate(c)) v.start_again(c);
             }},
            {Command::faster,
             [](Self& v, Context&) {
                 v.state_.speed = std::min(v.state_.speed + 1, static_cast<int>(std::size(generation_speeds)) - 1);
             }},
            {Command::slower, [](Self& v, Context&) { v.state_.speed = std::max(v.state_.speed - 1, 0); }},
            {Command::step_forward, [](Self& v, Context& c) { v.move_position(c, 1); }},
            {Command::step_back, [](Self& v, Context& c) { v.move_position(c, -1); }},
            {Command::first_stage, [](Self& v, Context& c) { v.move_position(c, -far); }},
            {Command::last_stage, [](Self& v, Context& c) { v.move_position(c, far); }},
            {Command::row_up, [](Self& v, Context& c) { v.move_candidate(c, -1); }},
            {Command::row_down, [](Self& v, Context& c) { v.move_candidate(c, 1); }},
            {Command::unlock, [](Self&, Context& c) { c.cursor.locked = false; }},
            {Command::jump_back, [](Self& v, Context& c) { v.state_.focus.jump_back(c.cursor); }},
            {Command::panel, [](Self& v, Context& c) { c.preferences.toggle_panel(v.narrow_); }},
            {Command::all_terms, [](Self& v, Context& c) { v.panel_.toggle_all_terms(c); }},
            {Command::copy, [](Self& v, Context& c) { copy_calculation(c, v.state_.focus, "token"); }},
            {Command::reset_edits, [](Self&, Context& c) { reset_changes(c); }},
            {Command::context_menu,
             [](Self& v, Context& c) {
                 if (c.cursor.locked)
                     open_cell_menu(c, c.ui.window.centre());
                 else
                     v.open_text_menu(c, c.ui.window.centre());
             }},
        },
        tab_commands());
    return rows;
}

/// A row for each tab, which the palette and the glossary open. A model that has none of that name says so.
std::vector<ViewCommand> OutputView::tab_commands() {
    std::vector<ViewCommand> rows;
    for (const OutputPageRow& row : output_page_rows())
        rows.push_back({Shortcut{open_tab("output", row.name), "Output", Key::none, {}, 0, row.words},
                        [&row](AppView& view, ViewContext& context) {
                            auto& output = static_cast<OutputView&>(view);
                            if (!row.fits(*context.shown.current)) {
                                context.notice = texts::output::no_such_tab;
                                return;
                            }
                            output.stop();
                            output.show_page(row);
                        }});
    return rows;
}

bool OutputView::ready(ViewContext& context) {
    return context.shown.current && logits_record(*context.shown.current) >= 0;
}

bool OutputView::may_generate(ViewContext& context) const {
    if (generating_page(*context.shown.current) != nullptr) return true;
    context.notice = why_no_text(*context.shown.current);
    return false;
}

void OutputView::open_text_menu(ViewContext& context, Vec2 at) const {
    if (generating_page(*context.shown.current) != nullptr)
        open_view_menu(context, at,
                       {output_next_token, output_whole_text, Command::again, Command::play, Command::next_mode});
    else
        open_view_menu(context, at, {Command::next_mode, Command::previous_mode});
}

void OutputView::play(ViewContext& context, bool at_once) {
    if (!may_generate(context)) return;
    const bool was = state_.playing;
    stop();
    state_.playing = state_.begins = !was;
    state_.at_once = !was && at_once;
    state_.next_in = 0;
    if (state_.playing) show_page(*generating_page(*context.shown.current));
}

void OutputView::start_again(ViewContext& context) {
    const int made = static_cast<int>(state_.run.steps().size());
    stop();
    if (state_.pair) {
        Inputs empty = context.session.inputs();
        empty.target.clear();
        if (empty != context.session.inputs()) context.session.set(std::move(empty));
        return;
    }
    ++state_.sampling.seed;
    Inputs start = state_.run.start();
    start.edits = context.session.inputs().edits;
    if (start != context.session.inputs()) context.session.set(std::move(start));
    state_.waiting = std::max(1, made);
}

void OutputView::move_position(ViewContext& context, int by) {
    const Evaluation& evaluation = *context.shown.current;
    if (answer_kind(evaluation) == AnswerKind::label) return;
    const int row = shown_row(evaluation, state_), last = answer_rows(evaluation) - 1;
    state_.position = std::clamp(by > last ? last : by < -last ? 0 : row + by, 0, last);
    if (selected_token(evaluation, context.cursor, row) >= 0) context.cursor.row = state_.position;
}

void OutputView::move_candidate(ViewContext& context, int by) {
    const Evaluation& evaluation = *context.shown.current;
    const int row = pages_[page_]->is_at_end() ? answer_rows(evaluation) - 1 : shown_row(evaluation, state_);
    const Candidates* found = state_.answers.of(evaluation, row, {});
    if (found == nullptr || found->ranks.empty()) return;
    const int selected = selected_token(evaluation, context.cursor, row);
    const int last = static_cast<int>(found->ranks.size()) - 1;
    const int rank = selected < 0 ? 0 : std::clamp(rank_of(*found, selected) + by, 0, last);
    const int at = record_at(evaluation.trace(), context.cursor);
    const int record = at == logits_record(evaluation) ? at : probabilities_record(evaluation);
    jump(evaluation.trace(), context.cursor,
         answer_cell(evaluation, record, row, found->ranks[static_cast<std::size_t>(rank)].token));
}

}  // namespace glassformer
