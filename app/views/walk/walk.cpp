#include "app/views/walk/walk.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/pictures/charts/stage_page.h"
#include "app/views/shared/head_switch.h"
#include "app/views/shared/mask_brush.h"
#include "app/views/shared/wording.h"
#include "app/views/walk/texts.h"
#include "app/widgets/controls.h"
#include "core/base/error.h"
#include "core/session/intervention.h"
#include "core/tape/cell_name.h"

namespace glassformer {

namespace {
constexpr std::array<double, 3> step_seconds{1.6, 0.5, 0.08};  // stage, row, cell; at speed 1
}

void WalkView::draw(ViewContext& context, const Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect rest = area;
    if (context.shown.current) keep_valid(context.shown.current->trace(), context.cursor);
    if (context.shown.current && !context.shown.stale && std::exchange(follow_again_, false) && context.cursor.locked)
        follow_cell(context);
    state_.differs = &differences_.of(context.shown);
    if (!differences_.done()) ui.keep_awake();
    play(context);

    rest = panel_.draw_beside(context, rest, state_.focus, narrow_);
    state_.alone = narrow_ || !context.preferences.panel;
    const Rect timeline = rest.take_bottom(std::round(timeline_height(ui)));
    context.notice_above = timeline.y;
    if (narrow_ && context.preferences.panel_instead) {
        panel_.draw(context, rest, state_.focus);
    } else {
        if (rest.h > 14 * em) tokens_.draw(context, rest.take_top(TokenStrip::height(context, rest)));
        canvas_.draw(context, rest, state_);
    }
    if (const auto clicked = draw_timeline(context, timeline, state_)) run(*clicked, context);
}

bool WalkView::step_once(ViewContext& context, int direction) {
    state_.focus.hovered = {};
    // In the backward pass the walk goes from the loss to the tokens.
    if (context.shown.current->has_gradients()) direction = -direction;
    return step(context.shown.current->trace(), context.cursor, state_.by, direction);
}

void WalkView::play(ViewContext& context) {
    if (!state_.playing) return;
    if (!context.shown.current) {
        state_.playing = false;
        return;
    }
    context.ui.keep_awake();
    next_step_ -= context.ui.elapsed;
    if (next_step_ > 0) return;
    next_step_ +=
        step_seconds[static_cast<std::size_t>(state_.by)] / static_cast<double>(play_speeds[state_.speed].factor);
    if (next_step_ < 0) next_step_ = 0;
    if (!step_once(context, 1)) state_.playing = false;
    const Trace& trace = context.shown.current->trace();
    const Record& at = trace.record(record_at(trace, context.cursor));
    const CellRef cell = locked_cell(trace, context.cursor);
    for (const Breakpoint& point : state_.focus.watch.breakpoints) {
        const bool stops = state_.by != StepBy::stage && cell ? stops_at(point, at, cell.cell) : stops_at(point, at);
        if (stops) state_.playing = false;
    }
}

void WalkView::move_cell(ViewContext& context, int rows, int columns) {
    glassformer::move_cell(context.shown.current->trace(), context.cursor, rows, columns);
}

bool WalkView::change_edits(ViewContext& context, Command command) {
    const Inputs& inputs = context.session.inputs();
    const Trace& trace = context.shown.current->trace();
    if (command == Command::reset_edits) {
        const std::size_t count = interventions(inputs, trace).size();
        if (count == 0) return true;
        context.notice = count == 1 ? texts::walk::reverted_one : fmt::format(texts::walk::reverted_many, count);
        context.session.set(without_interventions(inputs));
        return true;
    }
    const CellRef cell = state_.focus.explained(trace, context.cursor);
    if (!cell) return true;
    Inputs plain = without_edits_of(inputs, trace, cell);
    if (plain == inputs)
        context.notice = texts::walk::not_edited;
    else
        context.session.set(std::move(plain));
    return true;
}

bool WalkView::run(Command command, ViewContext& context) {
    if (!context.shown.current) return false;
    const Trace& trace = context.shown.current->trace();
    Cursor& cursor = context.cursor;
    switch (command) {
        case Command::step_forward: step_once(context, 1); return true;
        case Command::step_back: step_once(context, -1); return true;
        case Command::block_forward: step_block(trace, cursor, 1); return true;
        case Command::block_back: step_block(trace, cursor, -1); return true;
        case Command::first_stage: go_to(trace, cursor, trace.stages().front()); return true;
        case Command::last_stage: go_to(trace, cursor, trace.stages().back()); return true;
        case Command::play: {
            const bool back = context.shown.current->has_gradients();
            const int end = back ? trace.stages().front() : trace.stages().back();
            const bool at_end = record_at(trace, cursor) == end && cursor.limit < 0;
            if (!state_.playing && at_end) go_to(trace, cursor, back ? trace.stages().back() : trace.stages().front());
            state_.playing = !state_.playing;
            next_step_ = 0.4;
            return true;
        }
        case Command::by_next_unit:
            state_.by = static_cast<StepBy>((static_cast<int>(state_.by) + 1) % 3);
            cursor.limit = -1;
            return true;
        case Command::faster:
            state_.speed = std::min(state_.speed + 1, static_cast<int>(std::size(play_speeds)) - 1);
            return true;
        case Command::slower: state_.speed = std::max(state_.speed - 1, 0); return true;
        case Command::row_up: move_cell(context, -1, 0); return true;
        case Command::row_down: move_cell(context, 1, 0); return true;
        case Command::column_left: move_cell(context, 0, -1); return true;
        case Command::column_right: move_cell(context, 0, 1); return true;
        case Command::head_next: cursor.head = (cursor.head + 1) % head_count(trace); return true;
        case Command::head_previous:
            cursor.head = (cursor.head + head_count(trace) - 1) % head_count(trace);
            return true;
        case Command::unlock:
            if (tokens_.drop()) return true;  // Esc ends one thing at a time
            cursor.locked = false;
            cursor.limit = -1;
            return true;
        case Command::jump_back: state_.focus.jump_back(cursor); return true;
        case Command::panel: {
            bool& shown = narrow_ ? context.preferences.panel_instead : context.preferences.panel;
            shown = !shown;
            return true;
        }
        case Command::head_switch: switch_head(context); return true;
        case Command::mask_switch: toggle_mask(context, locked_cell(trace, cursor)); return true;
        case Command::remove_edit:
        case Command::reset_edits: return change_edits(context, command);
        case Command::copy:
            if (!state_.focus.explained(trace, cursor)) {
                context.notice = texts::walk::select_cell;
            } else {
                context.ui.platform.set_clipboard(
                    text(arithmetic_of(*context.shown.current, state_.focus.explained(trace, cursor), 1 << 20)));
                context.notice = texts::walk::calculation_copied;
            }
            return true;
        case Command::backward: toggle_backward(context); return true;
        case Command::follow: follow_cell(context); return true;
        case Command::check_derivative: panel_.check_derivative(context, state_.focus); return true;
        case Command::watch_cell: toggle_watch(context); return true;
        case Command::breakpoint: toggle_breakpoint(context); return true;
        default: return canvas_.run(command, context, state_);
    }
}

ViewValues WalkView::save() const {
    ViewValues values{{"by", std::to_string(static_cast<int>(state_.by))},
                      {"speed", std::to_string(state_.speed)},
                      {"zoom", std::to_string(static_cast<int>(state_.zoom))},
                      {"mini_map", canvas_.shows_mini_map() ? "true" : "false"},
                      {"followed", state_.focus.path.hops.empty() ? "false" : "true"},
                      {"watch", to_text(state_.focus.watch)}};
    // At other zooms the cursor and the zoom place the camera.
    if (state_.zoom == Zoom::free) values.emplace("camera", "\"" + canvas_.camera_text() + "\"");
    return values;
}

void WalkView::load(const ViewValues& values) {
    const auto number = [&](const char* name, int otherwise, int count) {
        const auto found = values.find(name);
        float read = 0;
        if (found == values.end() || !parse_number(found->second, read)) return otherwise;
        return read >= 0 && read < static_cast<float>(count) ? static_cast<int>(read) : otherwise;
    };
    state_.by = static_cast<StepBy>(number("by", static_cast<int>(state_.by), 3));
    state_.speed = number("speed", state_.speed, static_cast<int>(std::size(play_speeds)));
    state_.zoom = static_cast<Zoom>(number("zoom", static_cast<int>(state_.zoom), static_cast<int>(Zoom::free) + 1));
    if (const auto camera = values.find("camera"); camera != values.end() && state_.zoom == Zoom::free)
        if (!canvas_.place_camera(camera->second)) state_.zoom = Zoom::stage;
    const auto yes = [&](const char* name) {
        const auto found = values.find(name);
        return found != values.end() && found->second == "true";
    };
    canvas_.show_mini_map(yes("mini_map"));
    follow_again_ = yes("followed");
    if (const auto watch = values.find("watch"); watch != values.end()) try {
            state_.focus.watch = watch_from_text(watch->second);
        } catch (const Error&) {
            // Written by another version: the watch list stays as it is.
        }
    state_.playing = false;
}

void WalkView::toggle_backward(ViewContext& context) const {
    Inputs inputs = context.session.inputs();
    inputs.gradients = !inputs.gradients;
    if (!inputs.gradients) {
        inputs.labels.clear();
        std::erase_if(inputs.edits, [](const Edit& edit) { return edit.record == "loss"; });  // gone with the labels
    }
    context.session.set(std::move(inputs));
    context.notice = context.session.inputs().gradients ? texts::walk::gradients_shown : texts::walk::values_shown;
}

void WalkView::follow_cell(ViewContext& context) {
    const Evaluation& evaluation = *context.shown.current;
    const CellRef cell = state_.focus.explained(evaluation.trace(), context.cursor);
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

bool WalkView::draw_page(Painter& painter, const Rect& page, const Session::Snapshot& shown,
                         const Cursor& cursor) const {
    if (!shown.current || record_at(shown.current->trace(), cursor) < 0) return false;
    const Trace& trace = shown.current->trace();
    PictureMemory memory;
    draw_stage_page(painter, page,
                    {.evaluation = *shown.current,
                     .unedited = shown.unedited.get(),
                     .record = record_at(trace, cursor),
                     .head = cursor.head,
                     .selected = locked_cell(trace, cursor),
                     .gradients = shown.current->has_gradients(),
                     .row_limit = cursor.limit,
                     .memory = &memory});
    return true;
}

void WalkView::describe(State& state, const Session::Snapshot& shown) const {
    state.add("hovered", state_.focus.hovered_name(shown));
    state.add("playing", state_.playing);
    state.add("editing", canvas_.editing());
    state.add("backward", shown.current && shown.current->has_gradients());
    state.add("path", std::to_string(state_.focus.path.hops.size()));
    state.add("path_end", state_.focus.path.end);
    state.add("watched", std::to_string(state_.focus.watch.cells.size()));
    state.add("breakpoints", std::to_string(state_.focus.watch.breakpoints.size()));
    constexpr const char* phases[] = {"none", "running", "done", "failed"};
    state.add("check", phases[static_cast<std::size_t>(panel_.checked().phase)]);
    state.add("editing_token", tokens_.editing());
    state.add("differing", std::to_string(differences_.stages()));
    state.add("camera", canvas_.camera_text());
    state.add("zoom", zoom_names[static_cast<std::size_t>(state_.zoom)]);
}

}  // namespace glassformer
