// The walk's row and what it carries out.
#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "app/views/explanation/copy_calculation.h"
#include "app/views/shared/cursor_commands.h"
#include "app/views/shared/head_switch.h"
#include "app/views/shared/mask_brush.h"
#include "app/views/shared/menus.h"
#include "app/views/shared/reset_changes.h"
#include "app/views/shared/show_stage.h"
#include "app/views/walk/texts.h"
#include "app/views/walk/walk.h"
#include "app/widgets/icon_pen.h"
#include "core/base/error.h"
#include "core/session/intervention.h"
#include "core/session/labels.h"
#include "core/tape/cell_name.h"

namespace glassformer {

namespace {

bool labels_fit(const Evaluation& evaluation, const std::string& labels) {
    try {
        static_cast<void>(read_labels(evaluation.model(), labels, evaluation.tokens(), evaluation.target_tokens()));
    } catch (const Error&) {
        return false;
    }
    return true;
}

}  // namespace

extern const ViewRow walk_row{
    .name = "walk",
    .place = 10,
    .title = texts::walk::title,
    .hint = texts::walk::summary,
    .icon =
        [](const IconPen& p) {
            p.box(-0.9f, -0.1f, 0.75f, 1.0f, 0.1f), p.box(0.05f, -0.1f, 0.85f, 1.0f, 0.1f),
                p.box(0.05f, -0.9f, 0.85f, 0.6f, 0.1f);
        },
    .key = Key::digit_1,
    .commands = WalkView::command_rows,
    .make = [](const ViewServices&) -> std::unique_ptr<AppView> { return std::make_unique<WalkView>(); },
    .keys = WalkView::scene_keys,
    .shows = WalkView::shows,
    .simple = true};

std::span<const ViewCommand> WalkView::command_rows() {
    using Self = WalkView;
    using Context = ViewContext;
    constexpr const char *walk = "Walk", *cell = "Cell", *tokens = "Tokens";
    const auto own = [](const char* name, const char* group, Key key, const char* what) {
        return Shortcut{command_named(name), group, key, {}, 0, what};
    };
    static const std::vector<ViewCommand> rows = command_table<Self>(
        {
            {Command::step_forward, [](Self& v, Context& c) { v.step_once(c, 1); }},
            {Command::step_back, [](Self& v, Context& c) { v.step_once(c, -1); }},
            {Command::play, [](Self& v, Context& c) { v.start_or_stop(c); }},
            {own("walk.by_next_unit", walk, Key::s, "change step size (stage, row, cell)"),
             [](Self& v, Context& c) {
                 v.state_.by = static_cast<StepBy>((static_cast<int>(v.state_.by) + 1) % 3);
                 c.cursor.limit = -1;
             }},
            {Command::faster,
             [](Self& v, Context&) {
                 v.state_.speed = std::min(v.state_.speed + 1, static_cast<int>(std::size(play_speeds)) - 1);
             }},
            {Command::slower, [](Self& v, Context&) { v.state_.speed = std::max(v.state_.speed - 1, 0); }},
            {own("walk.zoom_in", walk, Key::i, "zoom in"), [](Self& v, Context&) { v.canvas_.zoom_in(v.state_); }},
            {own("walk.zoom_out", walk, Key::o, "zoom out"), [](Self& v, Context&) { v.canvas_.zoom_out(v.state_); }},
            {Command::fit_stage, [](Self& v, Context&) { v.state_.zoom = Zoom::stage; }},
            {Shortcut{command_named("walk.story"), walk, Key::digit_0, {.shift = true}, 0, "show the data flow; Up, Down, Enter open a row",
                      "overview, whole run in one picture, story"},
             [](Self& v, Context& c) { v.show_architecture(c, false); }},
            {Shortcut{command_named("walk.architecture"), walk, Key::digit_0, with_control, 0,
                      "show the architecture diagram, or the data flow",
                      "Figure 1, Vaswani, transformer diagram, boxes, blocks, pre-norm, post-norm, Add & Norm"},
             [](Self& v, Context& c) { v.show_architecture(c, v.state_.zoom != Zoom::architecture); }},
            {Shortcut{show_stage_command, walk, Key::none, {}, 0, "from the whole run to the stage", "leave the data flow, leave the diagram"},
             [](Self& v, Context&) {
                 if (is_overview(v.state_.zoom) || v.state_.zoom == Zoom::token || v.state_.zoom == Zoom::cached)
                     v.state_.zoom = Zoom::stage;
             }},
            {Command::whole_model, [](Self& v, Context&) { v.state_.zoom = Zoom::model; }},
            {own("walk.mini_map", walk, Key::m, "show or hide the mini-map over a picture"),
             [](Self& v, Context&) { v.canvas_.show_mini_map(!v.canvas_.shows_mini_map()); }},
            {Shortcut{command_named("walk.token_path"), walk, Key::i, {.shift = true}, 0, "follow one token through the MLP",
                      "neurons, feed-forward, histogram, activation"},
             [](Self& v, Context& c) { v.toggle_token_path(c); }},
            {Shortcut{command_named("walk.cached"), walk, Key::none, {}, 0,
                      "show one step with a KV cache, or the whole pass",
                      "cached step, key-value cache, kept keys and values, generation, inference, one query"},
             [](Self& v, Context& c) { v.toggle_cached(c); }},
            {Shortcut{command_named("walk.sort_neurons"), walk, Key::none, {}, 0,
                      "toggle: neurons with the largest magnitude first", "largest first, order, MLP"},
             [](Self& v, Context&) { v.token_page_.sort(!v.token_page_.sorted()); }},
            {own("walk.breakpoint", walk, Key::k, "toggle a breakpoint at this stage"),
             [](Self& v, Context& c) { v.toggle_breakpoint(c); }},
            {Shortcut{command_named("walk.breakpoint_here"), walk, Key::k, with_control_shift, 0,
                      "toggle a breakpoint at this head and row", "conditional breakpoint, stop at a token"},
             [](Self& v, Context& c) { v.toggle_breakpoint_here(c); }},
            {Shortcut{command_named("walk.breakpoints_off"), walk, Key::none, {}, 0,
                      "turn the breakpoints of this stage on or off", "disable breakpoint, enable breakpoint"},
             [](Self& v, Context& c) { v.switch_breakpoints(c); }},
            {Command::backward, [](Self&, Context& c) { toggle_backward(c); }},
            {Shortcut{command_named("walk.gradient_chart"), walk, Key::b, with_control, 0,
                      "show the chart of gradient norms, or the picture", "vanishing gradients, exploding, plot, curve"},
             [](Self& v, Context& c) { v.toggle_chart(c); }},
            {Shortcut{command_named("walk.hold_axis"), walk, Key::none, {}, 0,
                      "hold or release the axis of the gradient chart", "compare models, same scale"},
             [](Self& v, Context& c) {
                 v.state_.hold_axis = !v.state_.hold_axis;
                 c.notice = v.state_.hold_axis ? texts::walk::axis_held : texts::walk::axis_released;
             }},
            {Command::head_switch, [](Self&, Context& c) { switch_head(c); }},
            {own("walk.mask", cell, Key::y, "toggle the mask for this query and key (Shift-drag to paint)"),
             [](Self&, Context& c) { toggle_mask(c, locked_cell(c.shown.current->trace(), c.cursor)); }},
            {own("walk.follow", cell, Key::u, "trace this number back to a token"),
             [](Self& v, Context& c) { v.follow_cell(c); }},
            {Command::check_derivative, [](Self& v, Context& c) { v.panel_.check_derivative(c, v.state_.focus); }},
            {own("walk.watch", cell, Key::w, "watch or unwatch this cell"),
             [](Self& v, Context& c) { v.toggle_watch(c); }},
            {Command::remove_edit, [](Self& v, Context& c) { v.remove_edit(c); }},
            {Command::reset_edits, [](Self&, Context& c) { reset_changes(c); }},
            {Command::all_terms, [](Self& v, Context& c) { v.panel_.toggle_all_terms(c); }},
            {Command::copy, [](Self& v, Context& c) { copy_calculation(c, v.state_.focus); }},
            {Command::jump_back,
             [](Self& v, Context& c) {
                 if (!v.leave_page()) v.state_.focus.jump_back(c.cursor);
             }},
            {Command::context_menu, [](Self& v, Context& c) { v.open_menu(c); }},
            {own("walk.token_edit", tokens, Key::none, "edit the selected token"),
             [](Self& v, Context& c) { v.tokens_.ask(c, TokenAction::edit); }},
            {own("walk.token_left", tokens, Key::none, "move the selected token to the left"),
             [](Self& v, Context& c) { v.tokens_.ask(c, TokenAction::move_left); }},
            {own("walk.token_right", tokens, Key::none, "move the selected token to the right"),
             [](Self& v, Context& c) { v.tokens_.ask(c, TokenAction::move_right); }},
            {own("walk.token_delete", tokens, Key::none, "delete the selected token"),
             [](Self& v, Context& c) { v.tokens_.ask(c, TokenAction::erase); }},
            {Command::unlock,
             [](Self& v, Context& c) {
                 if (v.tokens_.drop()) return;  // Esc ends one thing at a time
                 if (v.leave_page()) return;
                 if (std::exchange(v.state_.gradient_chart, false)) return;
                 c.cursor.locked = false;
                 c.cursor.limit = -1;
             }},
            {Command::panel, [](Self& v, Context& c) { c.preferences.toggle_panel(v.narrow_); }},
        },
        cursor_commands());
    return rows;
}

/// What keys mean on the page that stands in place of the stage's picture; false where it has no use for the command.
bool WalkView::run_on_page(Command command, ViewContext& context) {
    for (WalkPage* const page : pages()) {
        if (page->zoom() != state_.zoom || !page->shown() || !page->takes(command)) continue;
        // A key may come with the first frame of a new run: the page still shows the one before.
        if (drawn_of_ == context.shown.current->generation()) page->run(command, context, state_);
        return true;
    }
    return false;
}

/// Also edits the cell: the window has that done here, whichever view is shown.
bool WalkView::run(Command command, ViewContext& context) {
    if (ready(context) && run_on_page(command, context)) return true;
    if (command != Command::edit) return AppView::run(command, context);
    if (!ready(context)) return false;
    canvas_.edit(context, state_);
    return true;
}

/// Of the token that has the keyboard, else of the selected cell, else of the stage.
void WalkView::open_menu(ViewContext& context) const {
    if (const auto token = tokens_.focused_chip()) return open_token_menu(context, {token->x, token->bottom()});
    if (locked_cell(context.shown.current->trace(), context.cursor) && state_.menu_at)
        return open_cell_menu(context, *state_.menu_at);
    open_stage_menu(context, context.ui.window.centre());
}

void WalkView::start_or_stop(ViewContext& context) {
    const Trace& trace = context.shown.current->trace();
    const bool back = context.shown.current->has_gradients();
    const int begin = back ? trace.stages().back() : trace.stages().front();
    const int end = back ? trace.stages().front() : trace.stages().back();
    const bool at_end = record_at(trace, context.cursor) == end && context.cursor.limit < 0;
    if (!state_.playing && at_end) go_to(trace, context.cursor, begin);
    state_.playing = !state_.playing;
    next_step_ = 0.4;
}

/// From the page to the stage, from everywhere else to the page.
void WalkView::toggle_token_path(ViewContext& context) {
    state_.playing = false;
    if (state_.zoom == Zoom::token)
        state_.zoom = Zoom::stage;
    else
        TokenPage::open(context, state_);
}

/// The page, or back to the stage.
void WalkView::toggle_cached(ViewContext& context) {
    state_.playing = false;
    if (state_.zoom == Zoom::cached)
        state_.zoom = Zoom::stage;
    else
        CachedPage::open(context, state_);
}

bool WalkView::leave_page() {
    if (state_.zoom != Zoom::token && state_.zoom != Zoom::cached) return false;
    state_.zoom = Zoom::stage;
    return true;
}

/// The preferred picture of the whole is the one that was looked at last.
void WalkView::show_architecture(ViewContext& context, bool on) {
    context.preferences.architecture = on;
    state_.zoom = on ? Zoom::architecture : Zoom::story;
}

void WalkView::remove_edit(ViewContext& context) {
    const Inputs& inputs = context.session.inputs();
    const Trace& trace = context.shown.current->trace();
    const CellRef cell = state_.focus.explained(trace, context.cursor);
    if (!cell) return;
    Inputs plain = without_edits_of(inputs, trace, cell);
    if (plain == inputs)
        context.notice = texts::walk::not_edited;
    else
        context.session.set(std::move(plain));
}

void WalkView::toggle_backward(ViewContext& context) {
    Inputs inputs = context.session.inputs();
    inputs.gradients = !inputs.gradients;
    if (!inputs.gradients)
        std::erase_if(inputs.edits, [](const Edit& edit) { return edit.record == "loss"; });  // gone with the loss
    else if (!labels_fit(*context.shown.current, inputs.labels))
        inputs.labels.clear();  // written for another text
    context.session.set(std::move(inputs));
    context.notice = context.session.inputs().gradients ? texts::walk::gradients_shown : texts::walk::values_shown;
}

/// Of a forward pass the gradients come first, and the chart with them.
void WalkView::toggle_chart(ViewContext& context) {
    if (context.shown.current->has_gradients()) {
        state_.gradient_chart = !state_.gradient_chart;
        if (is_overview(state_.zoom)) state_.zoom = Zoom::stage;
        return;
    }
    toggle_backward(context);
    chart_wanted_ = true;
}

void WalkView::follow_cell(ViewContext& context) {
    const Evaluation& evaluation = *context.shown.current;
    const CellRef cell = state_.focus.explained_or_example(evaluation.trace(), context.cursor);
    if (!cell) {
        context.notice = texts::walk::select_cell;
        return;
    }
    if (state_.focus.path_from(evaluation.generation(), cell) != nullptr) {
        state_.focus.path = {};
        return;
    }
    jump(evaluation.trace(), context.cursor, cell);
    state_.focus.path = follow(evaluation.trace(), cell.record, cell.cell);
    state_.focus.path_of = evaluation.generation();
}

void WalkView::toggle_watch(ViewContext& context) {
    const Trace& trace = context.shown.current->trace();
    const CellRef cell = state_.focus.explained(trace, context.cursor);
    if (!cell) {
        context.notice = texts::walk::select_cell;
        return;
    }
    const std::string name = cell_name(trace.record(cell.record), cell.cell);
    std::vector<std::string>& cells = state_.focus.watch.cells;
    if (std::erase(cells, name) == 0)
        cells.push_back(name);
    else
        context.notice = texts::walk::unwatched;
}

void WalkView::toggle_breakpoint(ViewContext& context) {
    const Record& at = context.shown.current->trace().record(record_at(context.shown.current->trace(), context.cursor));
    std::vector<Breakpoint>& points = state_.focus.watch.breakpoints;
    const auto gone = std::erase_if(points, [&](const Breakpoint& point) { return point.pattern == at.name; });
    if (gone == 0) points.push_back({.pattern = at.name});
    context.notice = gone == 0 ? texts::walk::breakpoint_set : texts::walk::breakpoint_removed;
}

void WalkView::toggle_breakpoint_here(ViewContext& context) {
    const Trace& trace = context.shown.current->trace();
    const Cursor& cursor = context.cursor;
    const int record = record_at(trace, cursor);
    const Cell cell = grid_of(trace, record, cursor.head).cell(cursor.row, cursor.column);
    const Breakpoint here = breakpoint_at(trace.record(record), cell);
    std::vector<Breakpoint>& points = state_.focus.watch.breakpoints;
    const auto gone = std::erase_if(points, [&](const Breakpoint& point) {
        return point.pattern == here.pattern && point.head == here.head && point.row == here.row;
    });
    if (gone == 0) points.push_back(here);
    context.notice = gone == 0 ? texts::walk::breakpoint_set_here : texts::walk::breakpoint_removed;
}

/// All of the stage: off where one of them is on.
void WalkView::switch_breakpoints(ViewContext& context) {
    const Trace& trace = context.shown.current->trace();
    const Record& at = trace.record(record_at(trace, context.cursor));
    std::vector<Breakpoint>& points = state_.focus.watch.breakpoints;
    const auto about = [&](const Breakpoint& point) { return is_about(point, at); };
    const bool on = std::ranges::any_of(points, [&](const Breakpoint& point) { return stops_at(point, at); });
    if (std::ranges::none_of(points, about)) {
        context.notice = texts::walk::no_breakpoint;
        return;
    }
    for (Breakpoint& point : points)
        if (about(point)) point.enabled = !on;
    context.notice = on ? texts::walk::breakpoints_off : texts::walk::breakpoints_on;
}

}  // namespace glassformer
