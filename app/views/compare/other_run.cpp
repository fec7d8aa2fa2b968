#include "app/views/compare/other_run.h"

#include <utility>

namespace glassformer {

namespace {

Inputs without_changes(const Inputs& a) {
    Inputs plain = a;
    plain.edits.clear();
    plain.architecture.clear();
    return plain;
}

bool changed(const Inputs& a) { return !a.edits.empty() || !a.architecture.empty(); }

std::string counted_edits(std::size_t count) { return std::to_string(count) + (count == 1 ? " edit" : " edits"); }

/// "its 2 edits and the changes of its architecture"
std::string changes_of(const Inputs& a) {
    std::string text;
    if (!a.edits.empty()) text = "its " + counted_edits(a.edits.size());
    if (!a.architecture.empty())
        text += (text.empty() ? "the changes" : " and the changes") + std::string(" of its architecture");
    return text;
}

}  // namespace

std::string family_of(const std::string& model) { return model.substr(0, model.find_first_of("/-")); }

std::string title_of(const std::string& model, std::span<const ModelChoice> models) {
    for (const ModelChoice& choice : models)
        if (choice.name == model && !choice.title.empty()) return choice.title;
    return model.substr(model.find_last_of('/') + 1);
}

void OtherRun::post() {
    if (!session_) session_ = std::make_unique<Session>(options_());
    session_->set(inputs_, false);
}

void OtherRun::propose(const Inputs& a, std::span<const ModelChoice> models) {
    begun_ = follows_ = true;
    if (changed(a)) return;
    for (const ModelChoice& choice : models)
        for (const Inputs& example : choice.examples)
            if (choice.name == a.model && follows_ && example.text != a.text) {
                inputs_ = example;
                inputs_.model = a.model;
                follows_ = false;
            }
}

void OtherRun::follow(const Inputs& a, std::span<const ModelChoice> models) {
    // What was proposed for another model says nothing about this one. (Without a model: read() said that B follows.)
    const bool of_another = !inputs_.model.empty() && inputs_.model != a.model;
    if (!begun_ || (!chosen_ && of_another)) propose(a, models);
    if (follows_) inputs_ = without_changes(a);
    if (!session_ || session_->inputs() != inputs_) post();
}

void OtherRun::follow_without_changes(const Inputs& a) {
    begun_ = chosen_ = follows_ = true;
    inputs_ = without_changes(a);
    post();
}

void OtherRun::set(Inputs inputs) {
    begun_ = chosen_ = true;
    follows_ = false;
    inputs_ = std::move(inputs);
    post();
}

void OtherRun::read(const std::string& text, bool chosen) {
    inputs_ = text.empty() ? Inputs{} : inputs_from_text(text);
    follows_ = text.empty();
    begun_ = true;
    chosen_ = chosen;
    past_.clear();
    future_.clear();
}

void OtherRun::forget() {
    begun_ = chosen_ = follows_ = false;
    past_.clear();
    future_.clear();
}

// --- undo: B's changes stand between the steps of A's session, each with how many of these were done before it.

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
    if (follows_)
        return changed(a) ? "B is this run without " + changes_of(a) + "."
                          : "B is this very run: A has no changes yet. Edit a cell of A, or give B a text or a model.";
    std::string text =
        inputs_.model != a.model ? "the model “" + title_of(inputs_.model, models) + "”" : "the same model";
    const bool same_text = inputs_.text == a.text && inputs_.target == a.target;
    text += same_text ? " with the same text" : " with another text";
    const bool same_edits = inputs_.edits == a.edits;
    if (inputs_.edits.empty())
        text += a.edits.empty() ? "" : ", without edits";
    else
        text += same_edits ? ", with the same edits" : ", with " + counted_edits(inputs_.edits.size());
    if (inputs_.architecture != a.architecture)
        text +=
            inputs_.architecture.empty() ? ", without the changes of A's architecture" : ", of another architecture";
    if (inputs_ == a) return "B is the same run as A: it stays as it is while A changes.";
    return "B is " + text + ".";
}

}  // namespace glassformer
