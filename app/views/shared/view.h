// A view: one way of looking at what is shown, chosen in the rail. It fills the window beside the rail, carries out the
// commands of its table and says its state. Views never include one another, and nothing names them
// all: their rows are found where they stand.
#pragma once

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/shared/commands.h"
#include "app/views/shared/context.h"
#include "app/views/shared/state.h"
#include "app/widgets/controls.h"
#include "core/base/named_number.h"

namespace glassformer {

class AppView;
class TrainedSteps;  // core/train/live/trained_steps.h
struct ViewServices;
struct ViewFilm;  // view_film.h

/// A command that a view carries out. A shared one has its key and words in commands.cpp, and its id alone here.
struct ViewCommand {
    Shortcut shortcut;
    std::function<void(AppView&, ViewContext&)> act;
};

/// A tab of a view: its name, and what the view saves as "mode" while it is shown.
struct ViewTab {
    std::string_view name;
    std::string mode;
};

using ViewValues = std::map<std::string, std::string>;

/// Values of a view that a lesson's scene says in words: "zoom: block" (docs/lessons.md).
struct ViewKey {
    const char* name;
    /// Throws Error saying what is wrong with the words (refuse_words()).
    void (*read)(ViewValues& values, const std::string& words);
    /// "" where the values do not say it.
    std::string (*write)(const ViewValues& values);
};

struct ViewRow {
    std::string_view name;   // "walk": of settings, scripts and render --view
    int place;               // in the rail; every view has another
    std::string_view title;  // "Walk", in the rail
    std::string_view hint;   // "Step through the model": its tooltip
    IconDrawing icon;
    Key key;  // that opens it
    std::span<const ViewCommand> (*commands)();
    std::unique_ptr<AppView> (*make)(const ViewServices& services);
    std::vector<ViewTab> (*tabs)() = nullptr;      // null: it has none
    std::span<const ViewKey> (*keys)() = nullptr;  // null: it has none
    /// With these values it shows the stage at the cursor, so that a step of a lesson is about it; null: never.
    bool (*shows)(std::string_view record, const ViewValues& values) = nullptr;
    bool simple = false;  // also in the rail of the simple window
};

/// Run B, with which the open run is compared, as sessions keep it.
struct RunB {
    bool exists = false;
    std::optional<Inputs> own = {};  // empty: the open run's, without changes
    bool proposed = false;           // by the program; the user has chosen none
    bool operator==(const RunB&) const = default;
};

class AppView {
public:
    explicit AppView(const ViewRow& row) : row_(row) {}
    virtual ~AppView() = default;
    AppView(const AppView&) = delete;
    AppView& operator=(const AppView&) = delete;

    const ViewRow& row() const { return row_; }
    std::span<const ViewCommand> commands() const { return row_.commands(); }

    virtual void draw(ViewContext& context, const Rect& area) = 0;
    /// Carries out a command of its table; false where it has none, or cannot now (ready()). A view that overrides it
    /// also takes what the window hands on to it: undo and redo of changes of its own, editing a cell.
    virtual bool run(Command command, ViewContext& context);
    /// Adds what a script or a bug report would ask about.
    virtual void describe(State& state, const Session::Snapshot& shown) const = 0;
    /// Draws what a vector file is to show in place of the view as it stands in the window: true where it has that.
    virtual bool draw_page(Painter& painter, const Rect& page, const Session::Snapshot& shown,
                           const Cursor& cursor) const {
        static_cast<void>(painter), static_cast<void>(page), static_cast<void>(shown), static_cast<void>(cursor);
        return false;
    }
    /// What it shows as a table of numbers, said in a few words; "": the cursor's tensor is what is exported as one.
    virtual std::string table_title() const { return {}; }
    /// That table in pieces, lines of comma-separated cells without quotes.
    virtual void write_table(const std::function<void(const std::string& piece)>& write) const {
        static_cast<void>(write);
    }
    /// Numbers of what it shows that are none of the run's, as lessons read them ("page.loss"); from the same data as
    /// its picture, as of the last frame.
    virtual std::vector<NamedNumber> numbers() const { return {}; }
    /// They are not all computed yet, and come by themselves: a lesson's text waits for them.
    virtual bool numbers_to_come() const { return false; }
    /// Something of its picture is not computed yet, and comes by itself soon: a lesson's step waits for it. As of the
    /// last frame.
    virtual bool picture_to_come() const { return false; }
    /// A film of what it shows, as it is now; null: it has none.
    virtual std::shared_ptr<const ViewFilm> film() const { return nullptr; }
    /// What it keeps in a session file beside the inputs, the cursor and the preferences: JSON texts by name
    /// ({"speed", "2"}). load() gets what save() gave, perhaps of another version: names that it does not know and
    /// values that it cannot use are left alone. Given what a new view saves, it is as a new view.
    virtual ViewValues save() const { return {}; }
    virtual void load(const ViewValues& values) { static_cast<void>(values); }
    /// For load(): values that say less than all, with the rest as in a new view, which saves `first`, or as what they
    /// say has it: another task has settings of its own.
    virtual ViewValues completed(ViewValues values, const ViewValues& first) const {
        values.merge(ViewValues(first));
        return values;
    }
    /// A change of its own, beside the inputs, is the next one that undo (redo) takes: run() carries that out.
    virtual bool can_undo(const Session& session) const { return static_cast<void>(session), false; }
    virtual bool can_redo(const Session& session) const { return static_cast<void>(session), false; }
    /// Which of its pages is shown: another address for each. A lesson knows by it that its picture was left.
    virtual const void* picture() const { return nullptr; }
    /// A model was opened anew: the view goes to its picture of the whole, if it has one.
    virtual void show_overview() {}
    /// Called when the user leaves it: what plays, stops.
    virtual void leave() {}
    /// Escape: closes what it has opened over its picture; true where there was something.
    virtual bool close_over_picture() { return false; }
    /// A text file was dropped on the window: true where the view has a use for it. It is shown then.
    virtual bool take_text(const std::filesystem::path& file) { return static_cast<void>(file), false; }
    /// Whether it has a scrubber of its own through the steps of a training: the window then draws none above it.
    virtual bool scrubs_training() const { return false; }
    /// Run B, where the view keeps one; the rest of what save() and load() say is true of it, too.
    virtual RunB run_b() const { return {}; }
    virtual void set_run_b(const RunB& b) { static_cast<void>(b); }
    /// A second run that it shows beside the first; null: it shows none, or that one is not computed yet.
    virtual std::shared_ptr<const Evaluation> other_run() const { return nullptr; }
    /// A lesson's text is about that run while another view is shown: it is computed all the same. True until it is
    /// there. Call once a frame; `inputs`: the window's.
    virtual bool follow_other_run(const Inputs& inputs) { return static_cast<void>(inputs), false; }
    /// Second runs that will perhaps be shown soon; see Session::prepare().
    virtual void prepare_other_runs(const std::vector<Inputs>& likely) { static_cast<void>(likely); }

protected:
    /// There is what its commands work on: an evaluation, unless a view says otherwise.
    virtual bool ready(ViewContext& context);

private:
    const ViewRow& row_;
};

/// A row of the table of one class of views.
template <class View>
struct CommandRow {
    Shortcut shortcut;
    void (*act)(View&, ViewContext&);
    CommandRow(Command shared, void (*does)(View&, ViewContext&)) : shortcut{shared}, act(does) {}
    CommandRow(const Shortcut& own, void (*does)(View&, ViewContext&)) : shortcut(own), act(does) {}
};

/// The table of a view: its rows, and rows that several views have alike (cursor_commands()).
template <class View>
std::vector<ViewCommand> command_table(std::initializer_list<CommandRow<View>> rows,
                                       std::vector<ViewCommand> alike = {}) {
    for (const CommandRow<View>& row : rows)
        alike.push_back({row.shortcut, [act = row.act](AppView& view, ViewContext& context) {
                             act(static_cast<View&>(view), context);
                         }});
    return alike;
}

/// What a view may use beside what a frame hands it. Outlives the views.
struct ViewServices {
    /// For a session of the view's own: the same models, backends and wake-up as the window's, without a pool.
    std::function<Session::Options()> session_options;
    std::span<const ModelChoice> models = {};     // of the picker
    std::filesystem::path position_lengths = {};  // what `glassformer measure positions` wrote; empty: nothing
    std::filesystem::path ablations = {};         // folder that `glassformer measure ablations` wrote; empty: nothing
    std::shared_ptr<TrainedSteps> trained_steps = {};  // that the session opens by their names
    std::filesystem::path kept_trainings = {};         // folder for models and a training to go on; empty: none
};

/// Every `extern const ViewRow` of a view's folder (cmake/rows.cmake) in the order of the rail; the first one is what
/// is shown at first.
std::span<const ViewRow> view_rows();
std::vector<std::unique_ptr<AppView>> all_views(const ViewServices& services);

}  // namespace glassformer
