// Examples of the glossary: one opens as a scene does, and undo brings back what was shown before, as one step.
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "app/program/app.h"
#include "app/program/texts.h"
#include "app/views/shared/glossary.h"
#include "core/base/error.h"
#include "core/base/words.h"

namespace glassformer {

/// "Walk · Coreference: full transformer"; "" where the window does not know the example's model.
std::string App::example_title(const GlossaryTerm& term) const {
    const std::string model = example_value(term, "model"), view = example_value(term, "view");
    const auto row = std::ranges::find(view_rows(), view, &ViewRow::name);
    if (row == view_rows().end()) return {};
    if (model.empty()) return fmt::format(texts::program::example_view, row->title);
    const auto known = std::ranges::find(known_models_, model, &ModelChoice::name);
    if (known == known_models_.end()) return {};
    return fmt::format(texts::program::example_model, row->title, known->title);
}

/// What is shown now, to come back to; the values of the view of that name.
ExamplePlace App::example_place(const std::string& view) const {
    ExamplePlace place{.inputs = session_.inputs(), .view = preferences_.view, .cursor = cursor_, .of_view = view};
    for (const std::unique_ptr<AppView>& one : views_)
        if (one->row().name == view) place.values = one->save();
    return place;
}

void App::show_example(const GlossaryTerm& term) {
    std::vector<SceneLine> lines;
    for (const std::string& line : split_lines(term.example)) {
        const std::size_t colon = line.find(": ");
        lines.push_back({.key = line.substr(0, colon), .value = line.substr(colon + 2)});
    }
    LessonScene scene{.session = session_now()};
    scene.session.cursor.locked = false;
    scene.session.cursor.limit = -1;
    try {
        apply(scene, lines, term.name, example_of());
    } catch (const Error& error) {
        say(error.what());
        return;
    }
    const std::string view = scene.session.view;
    ExampleStep step{.before = example_place(view), .after = {}};
    step.after = {.inputs = scene.session.inputs,
                  .view = view,
                  .cursor = scene.session.cursor,
                  .cell = scene.cell,
                  .of_view = view,
                  .values = scene.session.views[view]};
    places_.left({preferences_.view, cursor_});
    kept_text_.reset();
    changes_open_ = false;
    open_inputs(step.after.inputs);
    begin_example(step.after);
    example_done_ = std::move(step);
    example_undone_.reset();
}

/// The rest of it waits for its run.
void App::begin_example(const ExamplePlace& place) {
    if (place.view != preferences_.view) view().leave();
    preferences_.view = place.view;
    example_pending_ = place;
    places_.chosen();
}

/// Before a frame is drawn: the run is there, so its cursor and the view's values are.
void App::follow_example(const Session::Snapshot& shown) {
    if (!example_pending_) return;
    if (session_.inputs() != example_pending_->inputs) return example_pending_.reset();
    if (!shown.current || shown.stale || shown.current->inputs() != example_pending_->inputs) return;
    const ExamplePlace place = *std::exchange(example_pending_, std::nullopt);
    for (const std::unique_ptr<AppView>& one : views_) {
        if (one->row().name != place.of_view) continue;
        const ViewValues values = one->completed(place.values, initial_view_values_.at(place.of_view));
        if (values != one->save()) one->load(values);
    }
    const Trace& trace = shown.current->trace();
    cursor_ = place.cursor;
    keep_valid(trace, cursor_);
    if (place.cell.empty()) return;
    try {
        LessonScene scene;
        scene.cell = place.cell;
        const int head = cursor_.head;
        jump(trace, cursor_, selected_cell(scene, *shown.current));
        if (trace.record(record_at(trace, cursor_)).shape.find(Axis::head) < 0) cursor_.head = head;
    } catch (const Error& error) {
        say(error.what());
    }
}

/// The example is the last thing that was done: neither the inputs nor what its view can undo changed since.
bool App::can_undo_example() const {
    return example_done_ && session_.inputs() == example_done_->after.inputs &&
           preferences_.view == example_done_->after.view && !view().can_undo(session_);
}

bool App::can_redo_example() const {
    return example_undone_ && session_.inputs() == example_undone_->before.inputs &&
           preferences_.view == example_undone_->before.view && !view().can_redo(session_);
}

bool App::undo_example() {
    if (!can_undo_example()) return false;
    ExampleStep step = *std::exchange(example_done_, std::nullopt);
    if (step.before.inputs != step.after.inputs) session_.undo();
    begin_example(step.before);
    example_undone_ = std::move(step);
    return true;
}

bool App::redo_example() {
    if (!can_redo_example()) return false;
    ExampleStep step = *std::exchange(example_undone_, std::nullopt);
    if (step.before.inputs != step.after.inputs) session_.redo();
    begin_example(step.after);
    example_done_ = std::move(step);
    return true;
}

}  // namespace glassformer
