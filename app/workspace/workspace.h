// What the window works on: the session, the views of its run, the one cursor, what the user prefers, and the places to
// go back to.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/backend/backend_choice.h"
#include "app/lessons/scene.h"
#include "app/platform/window.h"
#include "app/views/shared/carry_cursor.h"
#include "app/views/shared/places.h"
#include "app/views/shared/view.h"
#include "app/workspace/app_options.h"
#include "app/workspace/loss_targets.h"

namespace glassformer {

class Workspace {
public:
    /// The views are new; no inputs are set yet. `platform` is woken when something was computed. `measure`: of the
    /// backends, where they were measured before.
    Workspace(Platform& platform, const AppOptions& options, std::optional<BackendMeasure> measure);

    Session& session() { return session_; }
    const Session& session() const { return session_; }
    Cursor& cursor() { return cursor_; }
    const Cursor& cursor() const { return cursor_; }
    Preferences& preferences() { return preferences_; }
    const Preferences& preferences() const { return preferences_; }
    Places& places() { return places_; }
    LossTargets& loss_targets() { return loss_targets_; }
    const LossTargets& loss_targets() const { return loss_targets_; }
    BackendChooser& chooser() { return chooser_; }
    TrainedSteps& trained_steps() { return *trained_steps_; }

    /// What is shown: the newest run, or the one without its changes while that is held.
    Session::Snapshot shown() const;
    void hold_original(bool held) { original_ = held; }
    bool holds_original() const { return original_; }

    std::span<const std::unique_ptr<AppView>> views() const { return views_; }
    /// The view that is shown.
    AppView& view() const;
    /// Null where there is none of that name.
    AppView* find_view(std::string_view name) const;
    /// Shows the view of that name, else the first one; the view before is left.
    void show_view(const std::string& name);
    /// The same for a command that opens a view; the cursor goes to where that view was left. False for other commands.
    bool change_view(Command command);
    /// Shows the place before; false where there is none.
    bool go_back();
    /// The cursor was sent elsewhere on purpose: one can go back to `before`, and the next view finds it there.
    void note_jump(const Cursor& before);
    /// What a view saves when it is new.
    const ViewValues& first_values(std::string_view view) const;
    /// A view's values with those that it lacks as in a new view.
    ViewValues completed(const AppView& view, ViewValues values) const;
    /// All views show the whole of a model that was opened, where the user wants that.
    void show_overview();

    /// The models of the lists; with those of lessons, which are in no list.
    std::span<const ModelChoice> models() const { return models_; }
    const std::vector<ModelChoice>& known_models() const { return known_models_; }
    /// The card of a model that is not in the lists; `folder`: its own.
    Card card_of(const std::string& model, const std::filesystem::path& folder) const;
    /// A lesson knows these models: one from a stranger opens no other folders.
    ExampleOf example_of() const;

    /// As CarriedCursor says.
    bool carry_cursor_to(const Evaluation& run, bool typing, bool pending) {
        return carried_.carry_to(run, cursor_, typing, pending);
    }
    /// The newest inputs whose model other windows have, too: a step of a training has no name outside of this one.
    const Inputs& lasting_inputs() const { return lasting_; }
    void note_inputs();
    /// Nobody looks on: pictures are to come out the same each time.
    bool still() const { return still_; }

private:
    Session::Options session_options(Platform& platform, const AppOptions& options);

    std::vector<ModelChoice> models_, known_models_;
    std::function<Card(const std::string& name)> card_;
    Preferences preferences_;
    Cursor cursor_;
    Places places_;
    LossTargets loss_targets_;
    BackendChooser chooser_;
    std::shared_ptr<TrainedSteps> trained_steps_;
    Inputs lasting_;
    Session session_;
    std::vector<std::unique_ptr<AppView>> views_;
    std::map<std::string, ViewValues, std::less<>> first_values_;  // AppView::save() of new views, by name
    CarriedCursor carried_;
    bool original_ = false, overview_ = false, still_ = false;
};

}  // namespace glassformer
