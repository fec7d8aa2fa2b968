// How a new user begins: the welcome with its three ways, and a line that says what to try with a model.
#pragma once

#include <string>
#include <vector>

#include "app/course/course.h"
#include "app/workspace/texts.h"

namespace glassformer {

class FirstSteps {
public:
    FirstSteps(Workspace& workspace, Course& course) : workspace_(workspace), course_(course) {}

    /// What is remembered: the welcome was answered; models of which what to try is not shown any more.
    void remember(bool welcomed, std::vector<std::string> dismissed) {
        welcomed_ = welcomed;
        dismissed_models_ = std::move(dismissed);
    }
    bool welcomed() const { return welcomed_; }
    const std::vector<std::string>& dismissed() const { return dismissed_models_; }

    void open_welcome() { open_ = !welcomed_; }
    bool welcome_is_open() const { return open_; }
    /// The card's column beside the view, while it is open; empty where it lies over the view.
    Rect take_welcome_column(const Ui& ui, Rect& view) const;
    /// `key_acts`: a key ran a command in this frame.
    void draw_welcome(ViewContext& context, const Rect& column, const Rect& view, bool key_acts);
    /// What to try with the open model, until it is dismissed or something was changed. Nothing where nobody looks on,
    /// in films, and beside a lesson, which says itself what to do.
    void draw_suggestion(ViewContext& context, Rect& rest);

    /// Changes of the last time are on: that is said once there is a run.
    void greet_with_changes() { greeting_ = hint(texts::window::restored, Command::undo); }
    std::string take_greeting() { return std::exchange(greeting_, {}); }

private:
    Workspace& workspace_;
    Course& course_;
    std::string try_this(const ViewContext& context) const;

    bool welcomed_ = false, open_ = false;
    std::string tried_;  // the model of which the welcome said what to try
    std::vector<std::string> dismissed_models_;
    std::string greeting_;
};

}  // namespace glassformer
