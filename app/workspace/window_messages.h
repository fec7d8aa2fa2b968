// What the window says by itself: a problem, which stays in a bar until it is over; a notice, which goes away; and the
// list of both.
#pragma once

#include <optional>
#include <string>

#include "app/sheets/messages.h"
#include "app/views/shared/state.h"
#include "app/widgets/gui.h"
#include "app/workspace/workspace.h"

namespace glassformer {

class WindowMessages {
public:
    WindowMessages(Platform& platform, Workspace& workspace) : platform_(platform), workspace_(workspace) {}

    /// Shows a problem, and wakes the window; one that is said again is logged again.
    void say(std::string problem);
    /// The same without waking the window; "": there is none.
    void set_problem(std::string problem) { problem_ = std::move(problem); }
    /// "" where there is none.
    const std::string& problem() const { return problem_; }
    void clear_problem() { problem_.clear(); }
    /// As long as this is so, the problem stays, whatever else succeeds.
    void keep_problem(bool lasts) { lasts_ = lasts; }

    /// Set in a frame: something short that goes away by itself.
    std::string& notice() { return notice_; }
    const std::string& notice() const { return notice_; }
    /// The notice of the next frame.
    void notice_next(std::string words) { next_notice_ = std::move(words); }

    /// Before a frame: its notice is empty, but for what was said for it; `of_text` and `greeting` are said where they
    /// are not empty, the last of them.
    void begin_frame(const std::string& of_text, const std::string& greeting);
    /// A problem is over with the next thing that succeeds: other inputs that could be computed.
    void end_problem(const Session::Snapshot& shown);
    /// Bars for the problem and for what the session says.
    void draw_bars(ViewContext& context, Rect& rest);
    /// After a frame: what is new is in the list.
    void end_frame(const Session::Snapshot& shown, double now);
    /// The notice at the lower end of the area, since names, titles and pages of a view stand at its upper end;
    /// `above`: at the right of the upper end, as texts begin at the left.
    void draw_notice(ViewContext& context, Gui& gui, const Rect& area, bool above);

    MessageLog& log() { return log_; }
    const MessageLog& log() const { return log_; }

private:
    void draw_bar(ViewContext& context, Rect& rest, const std::string& text);

    Platform& platform_;
    Workspace& workspace_;
    std::string problem_;                                       // of the settings, the fonts or a file
    std::optional<std::pair<Inputs, std::string>> problem_at_;  // what was asked for when it came
    bool lasts_ = false;
    std::string notice_, notice_before_, next_notice_;
    std::string view_before_;  // that the notice of the frame before was said in
    double notice_until_ = -1;
    std::string dismissed_;  // what the session says, and the user has read
    MessageLog log_;
    std::string logged_error_, logged_problem_;
};

}  // namespace glassformer
