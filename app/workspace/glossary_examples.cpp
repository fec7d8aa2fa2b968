#include "app/workspace/glossary_examples.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "app/workspace/texts.h"
#include "core/base/error.h"
#include "core/base/words.h"

namespace glassformer {

std::string GlossaryExamples::title(const GlossaryTerm& term) const {
    const std::string model = example_value(term, "model"), view = example_value(term, "view");
    const auto row = std::ranges::find(view_rows(), view, &ViewRow::name);
    if (row == view_rows().end()) return {};
    if (model.empty()) return fmt::format(texts::window::example_view, row->title);
    const auto& known = workspace_.known_models();
    const auto found = std::ranges::find(known, model, &ModelChoice::name);
    return found == known.end() ? std::string() : fmt::format(texts::window::example_model, row->title, found->title);
}

/// To come back to it; with the values of the view of that name.
GlossaryExamples::Place GlossaryExamples::place_now(const std::string& view) const {
    Place place{.view = workspace_.preferences().view,
                .to = {.inputs = workspace_.session().inputs(), .cursor = workspace_.cursor()}};
    if (const AppView* const found = workspace_.find_view(view)) {
        place.to.views[view] = found->save();
        place.to.b = found->run_b();
    }
    return place;
}

bool GlossaryExamples::show(const GlossaryTerm& term) {
    std::vector<SceneLine> lines;
    for (const std::string& line : split_lines(term.example)) {
        const std::size_t colon = line.find(": ");
        lines.push_back({.key = line.substr(0, colon), .value = line.substr(colon + 2)});
    }
    LessonScene scene{.session = arrival_.session_now()};
    scene.session.cursor.locked = false;
    scene.session.cursor.limit = -1;
    try {
        apply(scene, lines, term.name, workspace_.example_of());
    } catch (const Error& error) {
        messages_.say(error.what());
        return false;
    }
    const std::string& view = scene.session.view;
    Step step{.before = place_now(view), .after = {}};
    step.after = {.view = view,
                  .to = {.inputs = scene.session.inputs,
                         .cursor = scene.session.cursor,
                         .cell = scene.cell,
                         .views = {{view, scene.session.views[view]}},
                         .b = scene.session.b}};
    workspace_.places().left({workspace_.preferences().view, workspace_.cursor()});
    arrival_.forget_text();
    arrival_.open(step.after.to.inputs);
    go_to(step.after);
    done_ = std::move(step);
    undone_.reset();
    return true;
}

void GlossaryExamples::go_to(const Place& place) {
    workspace_.show_view(place.view);
    workspace_.places().chosen();
    arrival_.go_to(place.to);
}

bool GlossaryExamples::shows(const Place& place) const {
    return workspace_.session().inputs() == place.to.inputs && workspace_.preferences().view == place.view;
}

bool GlossaryExamples::can_undo() const {
    return done_ && shows(done_->after) && !workspace_.view().can_undo(workspace_.session());
}

bool GlossaryExamples::can_redo() const {
    return undone_ && shows(undone_->before) && !workspace_.view().can_redo(workspace_.session());
}

bool GlossaryExamples::undo() {
    if (!can_undo()) return false;
    Step step = *std::exchange(done_, std::nullopt);
    if (step.before.to.inputs != step.after.to.inputs) workspace_.session().undo();
    go_to(step.before);
    undone_ = std::move(step);
    return true;
}

bool GlossaryExamples::redo() {
    if (!can_redo()) return false;
    Step step = *std::exchange(undone_, std::nullopt);
    if (step.before.to.inputs != step.after.to.inputs) workspace_.session().redo();
    go_to(step.after);
    done_ = std::move(step);
    return true;
}

}  // namespace glassformer
