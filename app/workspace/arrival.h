// Where the window is on its way to: a session, a step of a lesson, an example of the glossary or a cell named at the
// start. Its run has to be computed first; until then the window shows the run before.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "app/files/session_file.h"
#include "app/widgets/gui.h"
#include "app/workspace/held_limits.h"
#include "app/workspace/window_messages.h"

namespace glassformer {

/// What a session has beside its inputs and its views.
struct SessionPlace {
    std::map<std::string, float> scrolled;
    std::map<std::string, LossTarget> loss_targets;
};

/// What is shown once the run of these inputs is there.
struct Destination {
    Inputs inputs;
    Cursor cursor;
    std::string cell = {};                         // that is selected then: a reference; "": the cursor's
    int row_limit = 0;                             // rows of the stage that are shown, 0: all
    std::map<std::string, ViewValues> views = {};  // by name
    RunB b = {};                                   // of the view among them that keeps one
    /// A whole session: all views are as it says, and nothing is gone back to.
    std::optional<SessionPlace> session = {};
    std::function<std::string(const std::string& why)> refusal = {};  // says that there is no such cell; empty: `why`
};

class Arrival {
public:
    Arrival(Workspace& workspace, Gui& gui, HeldLimits& limits, WindowMessages& messages)
        : workspace_(workspace), gui_(gui), limits_(limits), messages_(messages) {}

    /// Computes these inputs; what was on its way is given up.
    void open(Inputs inputs);
    /// The same for a model of the list: one of the same task, which is one with the same examples, keeps the text that
    /// is shown, if it knows each token of it.
    void open_model(Inputs own);
    /// Shows a session as a whole; `cell`, `row_limit` and `refusal` as in Destination.
    void open(const SessionFile& session, const std::string& cell = {}, int row_limit = 0,
              std::function<std::string(const std::string& why)> refusal = {});
    /// Goes to a place whose inputs open() has set: what was on its way before was given up there.
    void go_to(Destination destination) { destination_ = std::move(destination); }
    /// At the start: a stage, a cell and a head (from 0; −1: none) of the first run, whichever that is.
    void begin_at(std::string stage, std::string cell, int head);

    /// Before a frame is drawn: what waited for its run is shown.
    void follow(const Session::Snapshot& shown);
    /// Before a frame: a model that was opened with the text of the one before gets its own text where it cannot read
    /// that one; returns why. "" where nothing happened.
    std::string settle_text();
    /// The text that was kept for a model is not its own any more.
    void forget_text() { text_.reset(); }
    /// Something is on its way.
    bool under_way() const { return destination_.has_value(); }
    /// A whole session is.
    bool brings_session() const { return destination_ && destination_->session; }
    void give_up() { destination_.reset(); }

    /// Contents of a session file that is saved now: of a session on its way as it will be.
    SessionFile session_now() const;

private:
    void arrive(const Evaluation& run);
    void select(const Evaluation& run, const Destination& to);
    void enter_first(const Trace& trace);

    struct ModelText {
        Inputs kept, own;  // the model with the text of the one before, and with its own
    };
    struct FirstPlace {
        std::string stage, cell;
        int head = -1;
    };
    Workspace& workspace_;
    Gui& gui_;
    HeldLimits& limits_;
    WindowMessages& messages_;
    std::optional<Destination> destination_;
    std::optional<ModelText> text_;
    std::optional<FirstPlace> first_;
};

/// Throws Error if the trace has no head with this number, counted from 0.
void check_head(const Trace& trace, int head);

}  // namespace glassformer
