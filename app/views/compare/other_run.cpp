#include "app/views/compare/other_run.h"

#include <fmt/core.h>

#include <string_view>
#include <utility>

#include "app/views/compare/texts.h"
#include "core/model/model.h"
#include "core/session/same_model.h"

namespace glassformer {

namespace {

Inputs without_changes(const Inputs& a) {
    Inputs plain = a;
    plain.edits.clear();
    plain.architecture.clear();
    return plain;
}

bool changed(const Inputs& a) { return !a.edits.empty() || !a.architecture.empty(); }

std::string counted_edits(std::size_t count) {
    return count == 1 ? texts::compare::edit_one : fmt::format(texts::compare::edits, count);
}

/// Sentence for a run B that follows A without its changes.
std::string following_text(const Inputs& a) {
    if (!changed(a)) return texts::compare::b_identical;
    if (a.edits.empty()) return texts::compare::b_without_architecture;
    const std::string edits = counted_edits(a.edits.size());
    return a.architecture.empty() ? fmt::format(texts::compare::b_without_edits, edits)
                                  : fmt::format(texts::compare::b_without_both, edits);
}

}  // namespace

std::string family_of(const std::string& model) { return model.substr(0, model.find_first_of("/-")); }

std::string title_of(const std::string& model, std::span<const ModelChoice> models) {
    for (const ModelChoice& choice : models)
        if (choice.name == model && !choice.title.empty()) return choice.title;
    const std::string last = model.substr(model.find_last_of('/') + 1);
    const std::string_view run = without_step(model);  // of a training, whose last part is the step
    return run == model ? last : std::string(run.substr(run.find('/') + 1)) + ", " + last;
}

void OtherRun::post() {
    if (!session_) session_ = std::make_unique<Session>(options_());
    session_->set(inputs_, false);
}

void OtherRun::prepare(const std::vector<Inputs>& likely) {
    if (!session_ && likely.empty()) return;
    if (!session_) session_ = std::make_unique<Session>(options_());
    session_->prepare(likely);
}

void OtherRun::propose(const Inputs& a, std::span<const ModelChoice> models) {
    exists_ = follows_ = true;
    if (changed(a)) return;
    for (const ModelChoice& choice : models)
        for (const Inputs& example : choice.examples)
            if (choice.name == a.model && follows_ && example.text != a.text) {
                inputs_ = example;
                inputs_.model = a.model;
                follows_ = false;
            }
}

/// Two steps of one training are compared as they are: B stays.
void OtherRun::follow_step(const std::string& a_model) {
    const std::string before = std::exchange(a_model_, a_model);
    const std::string_view a = without_step(a_model), b = without_step(inputs_.model);
    if (follows_ || before == a_model || a == a_model || a == b || a != without_step(before)) return;
    const std::string_view step_before = std::string_view(before).substr(a.size());
    if (inputs_.model != std::string(b) + std::string(step_before)) return;  // B is at another step
    inputs_.model = std::string(b) + a_model.substr(a.size());
}

void OtherRun::follow(const Inputs& a, std::span<const ModelChoice> models) {
    follow_step(a.model);
    // A run proposed for another model is replaced. (No model: restore() made a B that follows A.)
    const bool of_another = !inputs_.model.empty() && inputs_.model != a.model;
    if (!exists_ || (!chosen_ && of_another)) propose(a, models);
    if (follows_) inputs_ = without_changes(a);
    if (!session_ || session_->inputs() != inputs_) post();
}

void OtherRun::follow_without_changes(const Inputs& a) {
    exists_ = chosen_ = follows_ = true;
    inputs_ = without_changes(a);
    post();
}

void OtherRun::set(Inputs inputs) {
    exists_ = chosen_ = true;
    follows_ = false;
    inputs_ = std::move(inputs);
    post();
}

bool OtherRun::outdated() const {
    const Session::Snapshot b = shown();
    return b.model && b.current && weights_changed(*b.model);
}

void OtherRun::restore(const std::optional<Inputs>& own, bool chosen) {
    inputs_ = own.value_or(Inputs{});
    follows_ = !own;
    exists_ = true;
    chosen_ = chosen;
    past_.clear();
    future_.clear();
}

void OtherRun::forget() {
    exists_ = chosen_ = follows_ = false;
    past_.clear();
    future_.clear();
}

// --- undo: each change of B is stored with the number of steps of A's session before it

void OtherRun::remember(const Session& a, bool with_a) {
    constexpr std::size_t remembered = 100;
    past_.push_back({inputs_, follows_, chosen_, a.steps() + (with_a ? 1 : 0), with_a});
    if (past_.size() > remembered) past_.erase(past_.begin());
    future_.clear();
}

bool OtherRun::can_undo(const Session& a) const { return !past_.empty() && past_.back().a_steps >= a.steps(); }

bool OtherRun::can_redo(const Session& a) const {
    if (future_.empty()) return false;
    const Change& next = future_.back();
    return next.with_a ? next.a_steps == a.steps() + 1 && a.can_redo() : next.a_steps <= a.steps();
}

void OtherRun::exchange(Change& change) {
    std::swap(inputs_, change.inputs);
    std::swap(follows_, change.follows);
    std::swap(chosen_, change.chosen);
    post();
}

void OtherRun::undo(Session& a) {
    if (!can_undo(a)) return;
    if (past_.back().with_a && past_.back().a_steps == a.steps()) a.undo();
    exchange(past_.back());
    future_.push_back(std::move(past_.back()));
    past_.pop_back();
}

void OtherRun::redo(Session& a) {
    if (!can_redo(a)) return;
    if (future_.back().with_a) a.redo();
    exchange(future_.back());
    past_.push_back(std::move(future_.back()));
    future_.pop_back();
}

std::string OtherRun::words(const Inputs& a, std::span<const ModelChoice> models) const {
    if (follows_) return following_text(a);
    if (inputs_ == a) return texts::compare::b_fixed_copy;
    const std::string model = inputs_.model == a.model
                                  ? texts::compare::same_model
                                  : fmt::format(texts::compare::other_model, title_of(inputs_.model, models));
    const bool same_text = inputs_.text == a.text && inputs_.target == a.target;
    std::string edits, architecture;
    if (inputs_.edits.empty())
        edits = a.edits.empty() ? "" : texts::compare::no_edits;
    else if (inputs_.edits == a.edits)
        edits = texts::compare::same_edits;
    else
        edits = fmt::format(texts::compare::own_edits, counted_edits(inputs_.edits.size()));
    if (inputs_.architecture != a.architecture)
        architecture =
            inputs_.architecture.empty() ? texts::compare::original_architecture : texts::compare::other_architecture;
    return fmt::format(texts::compare::b_own, model, same_text ? texts::compare::same_text : texts::compare::other_text,
                       edits, architecture);
}

}  // namespace glassformer
