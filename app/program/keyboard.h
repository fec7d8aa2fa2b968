// Which keys act: letters do nothing while they are locked, and while a word is typed beside a field.
#pragma once

#include <string>

#include "app/views/shared/commands.h"
#include "app/widgets/ui.h"

namespace glassformer {

class Keyboard {
public:
    bool locked() const { return locked_; }
    void toggle_lock() { locked_ = !locked_; }
    /// Once a frame. A word that is typed beside a field runs no commands. It may be one after a double click beside
    /// all controls, after a click into the bar at the top (`bar` pixels high) that missed its field, and after a field
    /// was left for a text that was refused (`error`: of the session). A click elsewhere, Esc or a key that moves says
    /// that keys are meant as keys again.
    void watch(const Ui& ui, const std::string& error, float bar);
    /// The key acts. Where it does not, `why` says so. `lecture`: a lesson is shown to a class, which a letter that was
    /// hit by mistake must not change; that is said once.
    bool lets_through(const Shortcut& shortcut, double now, bool lecture, std::string& why);
    /// It is to be said again: another lecture.
    void begin_lecture() { lecture_told_ = false; }

private:
    bool locked_ = false, lecture_told_ = false;
    double word_until_ = -1;  // seconds: letters until then are a word typed beside a field
    double typed_at_ = -1;    // seconds: a text field had the keyboard last
    std::string refused_;     // what the session said in the last frame
};

}  // namespace glassformer
