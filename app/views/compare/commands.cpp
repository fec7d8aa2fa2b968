// The row of the compare view and what it carries out.
#include "app/views/compare/compare.h"
#include "app/views/compare/texts.h"
#include "app/views/shared/cursor_commands.h"
#include "app/views/shared/menus.h"
#include "app/views/shared/reset_changes.h"
#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"
#include "app/widgets/icon_pen.h"

namespace glassformer {

extern const ViewRow compare_row{
    .name = "compare",
    .place = 50,
    .title = "Compare",
    .hint = texts::compare::view_hint,
    .icon = [](const IconPen& p) { p.box(-0.9f, -0.8f, 0.75f, 1.6f, 0.1f), p.box(0.15f, -0.8f, 0.75f, 1.6f, 0.1f); },
    .key = Key::digit_5,
    .commands = CompareView::command_rows,
    .make = [](const ViewServices& services) -> std::unique_ptr<AppView> {
        return std::make_unique<CompareView>(services);
    },
    .keys = CompareView::scene_keys,
    .shows = [](std::string_view, const ViewValues&) { return true; }};

std::span<const ViewCommand> CompareView::command_rows() {
    using Self = CompareView;
    using Context = ViewContext;
    const auto own = [](Command command, Key key, const char* what) {
        return Shortcut{command, "Compare", key, with_shift, 0, what};
    };
    static constexpr auto go = [](Self& v, Context& c, int direction) {
        v.focus_.hovered = {};
        step(c.shown.current->trace(), c.cursor, StepBy::stage, direction);
    };
    static const std::vector<ViewCommand> rows = command_table<Self>(
        {
            {Command::step_forward, [](Self& v, Context& c) { go(v, c, 1); }},
            {Command::step_back, [](Self& v, Context& c) { go(v, c, -1); }},
            {Command::unlock, [](Self&, Context& c) { c.cursor.locked = false; }},
            {Command::jump_back, [](Self& v, Context& c) { v.focus_.jump_back(c.cursor); }},
            {Command::panel, [](Self& v, Context& c) { c.preferences.toggle_panel(v.narrow_); }},
            {own(command_named("compare.text"), Key::b, "edit run B's text"),
             [](Self& v, Context& c) { focus_text_field(c.ui, "b text", v.scrolls_ ? compare_page : ""); }},
            {own(compare_swap, Key::x, "swap A and B"), [](Self& v, Context& c) { v.swap(c); }},
            {own(compare_keep, Key::k, "copy A to B"), [](Self& v, Context& c) { v.keep(c); }},
            {own(compare_without, Key::u, "set B to A without edits"),
             [](Self& v, Context& c) {
                 if (!v.other_.follows()) v.other_.remember(c.session);
                 v.other_.follow_without_changes(c.session.inputs());
             }},
            {own(compare_largest, Key::d, "go to the largest difference"),
             [](Self& v, Context& c) { v.go_to_largest(c); }},
            {own(compare_words, Key::r, "match rows of A and B by word, or by position"),
             [](Self& v, Context& c) { v.match_rows(c, !v.other_.by_word()); }},
            {own(compare_all, Key::e, "show B and A as before and after, or all of the comparison"),
             [](Self& v, Context& c) {
                 v.before_and_after_ = !v.before_and_after();
                 v.a_.reset();  // what is said of both is said anew
                 c.ui.keep_awake();
             }},
            {Command::reset_edits, [](Self&, Context& c) { reset_changes(c); }},
            {Command::copy, [](Self& v, Context& c) { v.copy(c); }},
            {Command::context_menu,
             [](Self&, Context& c) {
                 if (c.cursor.locked)
                     open_cell_menu(c, c.ui.window.centre());
                 else
                     open_runs_menu(c, c.ui.window.centre());
             }},
        },
        cursor_commands());
    return rows;
}

/// Also undoes and redoes what became of B, where that is the next change.
bool CompareView::run(Command command, ViewContext& context) {
    if (command != Command::undo && command != Command::redo) return AppView::run(command, context);
    const bool undo = command == Command::undo;
    if (!ready(context) || !(undo ? can_undo(context.session) : can_redo(context.session))) return false;
    if (undo)
        other_.undo(context.session);
    else
        other_.redo(context.session);
    return true;
}

void CompareView::open_runs_menu(ViewContext& context, Vec2 at) {
    open_view_menu(context, at,
                   {compare_swap, compare_keep, compare_without, compare_largest, compare_words, Command::backward});
}

void CompareView::swap(ViewContext& context) {
    Inputs a = context.session.inputs(), b = other_.inputs();
    if (a == b) {
        context.notice = texts::compare::swap_same;
        return;
    }
    other_.remember(context.session, true);
    other_.set(std::move(a));
    context.session.set(std::move(b));
}

void CompareView::keep(ViewContext& context) {
    if (other_.follows() || other_.inputs() != context.session.inputs()) other_.remember(context.session);
    other_.set(context.session.inputs());
    context.notice = std::string(texts::compare::copied_a) + " " + hint(texts::compare::copied_a_undo, Command::undo);
}

void CompareView::go_to_largest(ViewContext& context) {
    const RecordDifference* stage = stage_at(record_);
    if (stage == nullptr || stage->largest == 0)
        context.notice = texts::compare::no_differences;
    else
        jump(a_->trace(), context.cursor, {stage->a, stage->where});
}

void CompareView::match_rows(ViewContext& context, bool by_word) {
    if (!other_.can_match_words()) {
        context.notice = texts::compare::not_the_same_words;
        return;
    }
    other_.set_by_word(by_word);
    a_.reset();  // all is compared again
    context.ui.keep_awake();
}

std::span<const ViewKey> CompareView::scene_keys() {
    static const ViewKey keys[] = {{"compare.show",
                                    [](ViewValues& values, const std::string& words) {
                                        if (words != "before and after" && words != "all")
                                            refuse_words(texts::compare::no_show, words, {"all", "before and after"});
                                        values["show"] = value_text(words);
                                    },
                                    [](const ViewValues& values) { return ViewReader(values).text("show", ""); }},
                                   {"compare.match",
                                    [](ViewValues& values, const std::string& words) {
                                        if (words != "words" && words != "position")
                                            refuse_words(texts::compare::no_match, words, {"position", "words"});
                                        values["match"] = value_text(words);
                                    },
                                    [](const ViewValues& values) { return ViewReader(values).text("match", ""); }}};
    return keys;
}

void CompareView::copy(ViewContext& context) const {
    const Values found = values(context);
    if (!found.a) {
        context.notice = texts::compare::select_to_copy;
        return;
    }
    std::string text = found.both() + ": A = " + exact_text(found.in_a);
    if (found.b) text += ", B = " + exact_text(found.in_b);
    if (found.difference) text += ", A - B = " + exact_text(found.apart);
    context.ui.platform.set_clipboard(text);
    context.notice = texts::compare::copied;
}

}  // namespace glassformer
