// Run B, with which the window's run A is compared: a session of its own. Its inputs are set by the user, or follow A's
// inputs without their changes. Draws nothing.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/views/shared/context.h"
#include "core/analysis/token_match.h"

namespace glassformer {

class OtherRun {
public:
    explicit OtherRun(std::function<Session::Options()> options) : options_(std::move(options)) {}

    /// Proposes a B for A's model until the user sets one: A without its changes if it has any, else another example of
    /// the model. Updates a B that follows A. Where A and B are the same step of two trainings, B goes with A to
    /// another step. Call in every frame that shows B.
    void follow(const Inputs& a, std::span<const ModelChoice> models);

    /// Makes B follow A, without A's edits and changes of the architecture.
    void follow_without_changes(const Inputs& a);
    bool follows() const { return follows_; }
    bool exists() const { return exists_; }  // B exists, by follow(), set() or restore()
    bool chosen() const { return chosen_; }  // B was set by the user: another model of A does not replace it
    /// Gives B inputs of its own.
    void set(Inputs inputs);
    /// The weights that B is computed with have changed on disk since they were read.
    bool outdated() const;
    /// Reads B's model again. B exists.
    void reload() { session_->reload(); }
    /// Resets to the state before the first follow().
    void forget();

    /// Records B's state before a change that undo() reverts. `with_a`: A changes too, by the next step of its session.
    void remember(const Session& a, bool with_a = false);
    /// Whether B's last change is newer than A's last step, or one with it; likewise for redo.
    bool can_undo(const Session& a) const;
    bool can_redo(const Session& a) const;
    /// Reverts or repeats B's last change, and A's step if they are one.
    void undo(Session& a);
    void redo(Session& a);

    /// Evaluates what will perhaps be B soon, while B is idle.
    void prepare(const std::vector<Inputs>& likely);

    const Inputs& inputs() const { return inputs_; }
    Session::Snapshot shown() const { return session_ ? session_->shown() : Session::Snapshot{}; }

    /// Sentence that describes B in relation to A.
    std::string words(const Inputs& a, std::span<const ModelChoice> models) const;

    /// The one alignment of both runs, by their words; of the evaluations that it was last given.
    void match(const Evaluation& a, const Evaluation& b) { match_ = match_runs(a, b); }
    bool can_match_words() const { return match_.reorders(); }
    /// How rows of a record of A are matched with B's: by word where that was chosen and B's words are A's in another
    /// order, else by position.
    DimensionRows rows(const Evaluation& a, const Record& record) const {
        return matches_words() ? match_.rows(a, record) : DimensionRows{};
    }
    bool matches_words() const { return by_word() && can_match_words(); }
    bool by_word() const { return by_word_.value_or(false); }
    /// What was chosen; empty: nothing yet.
    std::optional<bool> word_choice() const { return by_word_; }
    void set_by_word(std::optional<bool> by_word) { by_word_ = by_word; }

    /// Inputs as to_text() writes them; "" while B follows A.
    std::string text() const { return follows_ ? std::string() : to_text(inputs_); }
    /// Without inputs of its own it follows A.
    void restore(const std::optional<Inputs>& own, bool chosen = true);

private:
    struct Change {
        Inputs inputs;  // B's inputs on the other side of the change
        bool follows = false, chosen = false;
        std::size_t a_steps = 0;  // steps of A's session at the time of the change
        bool with_a = false;
    };
    void post();
    void propose(const Inputs& a, std::span<const ModelChoice> models);
    void follow_step(const std::string& a_model);
    void exchange(Change& change);

    std::function<Session::Options()> options_;
    std::unique_ptr<Session> session_;
    Inputs inputs_;
    std::string a_model_;  // A's, when B was last shown
    RunMatch match_;
    std::optional<bool> by_word_;
    bool exists_ = false, follows_ = false, chosen_ = false;
    std::vector<Change> past_, future_;  // the newest last
};

/// Common prefix of the models of a task: "sort" for "sort/rope" and "sort-rope".
std::string family_of(const std::string& model);
std::string title_of(const std::string& model, std::span<const ModelChoice> models);

}  // namespace glassformer
