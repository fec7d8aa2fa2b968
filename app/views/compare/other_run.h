// Run B: what the window's run is compared with. A session of the view's own, whose inputs the user chooses, or which
// follows the window's inputs without their changes. What is drawn of it is the view's.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/views/shared/context.h"

namespace glassformer {

class OtherRun {
public:
    explicit OtherRun(std::function<Session::Options()> options) : options_(std::move(options)) {}

    /// While the user has chosen no B, proposes one for A's model: without A's changes where it has some, else another
    /// example of the model. Afterwards follows A where that is asked for. To be called in every frame that shows B.
    void follow(const Inputs& a, std::span<const ModelChoice> models);

    /// B is A's run without its edits and without changes of the architecture, now and whatever A becomes.
    void follow_without_changes(const Inputs& a);
    bool follows() const { return follows_; }
    bool begun() const { return begun_; }    // by follow(), set() or read(): there is a B
    bool chosen() const { return chosen_; }  // by the user: another model of A does not change it
    /// B is a run of its own.
    void set(Inputs inputs);
    /// B is what it was before the first follow().
    void forget();

    /// To be called before a change of B that undo() takes back. `with_a`: A changes with it, by the next step of its
    /// session.
    void remember(const Session& a, bool with_a = false);
    /// B's last change is newer than A's last step, or one with it; and the same forwards.
    bool can_undo(const Session& a) const;
    bool can_redo(const Session& a) const;
    /// B's last change, and A's step where they are one.
    void undo(Session& a);
    void redo(Session& a);

    const Inputs& inputs() const { return inputs_; }
    Session::Snapshot shown() const { return session_ ? session_->shown() : Session::Snapshot{}; }

    /// What B is beside A, in a sentence.
    std::string words(const Inputs& a, std::span<const ModelChoice> models) const;

    /// For files: the inputs as to_text() writes them, "" while B follows A.
    std::string text() const { return follows_ ? std::string() : to_text(inputs_); }
    /// Takes up what text() wrote; `chosen` as it was. Throws Error where it is not that.
    void read(const std::string& text, bool chosen = true);

private:
    struct Change {
        Inputs inputs;  // B's on its other side
        bool follows = false, chosen = false;
        std::size_t a_steps = 0;  // of A's session when it was done
        bool with_a = false;
    };
    void post();
    void propose(const Inputs& a, std::span<const ModelChoice> models);
    void exchange(Change& change);

    std::function<Session::Options()> options_;
    std::unique_ptr<Session> session_;
    Inputs inputs_;
    bool begun_ = false, follows_ = false, chosen_ = false;
    std::vector<Change> past_, future_;  // the newest last
};

/// "sort" of "sort/rope" and of "sort-rope": models of one task are named alike.
std::string family_of(const std::string& model);
std::string title_of(const std::string& model, std::span<const ModelChoice> models);

}  // namespace glassformer
