// Text field of one line for a text of a run's inputs, with ↵ for line breaks. The field takes over a text that
// something else sets (another model, undo, an example), also while the user types in it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/views/shared/context.h"
#include "app/widgets/controls.h"

namespace glassformer {

class InputField {
public:
    struct Typing;
    struct Typed {
        std::string text;        // of the inputs: with its line breaks
        bool continues = false;  // of the word that was typed before: the same step for undo
        int taken_back = 0;      // by Escape: so many steps, to the text before the first of them
        bool given_up = false;   // by Escape: the text was refused, and the last accepted one is wanted
    };
    /// Draws it with the text of the inputs; returns the new text in the frame in which the user changes it. Each word
    /// is a step for undo; Escape takes back what was typed. `typing`: shared by all fields of the window. `accepted`:
    /// where the text of the inputs was refused, the one before it that was not, to which Escape goes back.
    std::optional<Typed> draw(ViewContext& context, std::string_view id, const Rect& rect, const std::string& current,
                              std::string_view placeholder, Typing& typing, bool may_be_empty = false,
                              const TextFieldStyle& style = {}, const std::optional<std::string>& accepted = {});
    /// Where the text that Enter sent off is refused by the run that it was sent to, the field keeps the keyboard with
    /// the text selected: the next letters are no keys of the window.
    void keep_if_refused(Ui& ui, std::string_view id, const Session::Snapshot& shown);

    struct Typing {
        const InputField* field = nullptr;  // typed in last
        bool erased = false;                // … and something was taken out
    };

private:
    std::string text_;
    std::string inputs_text_;            // the inputs' text when `text_` was taken from it
    struct Before {
        std::string text;
        std::size_t steps = 0;  // of the session, then
    };
    std::optional<Before> before_;       // the inputs' text before what is being typed
    std::optional<Before> before_sent_;  // the same of what Enter sent off
    bool sent_ = false;                  // by Enter, and not yet computed or refused
    bool take_back_ = false;             // the keyboard, which it gave up so that its text could be replaced
};

/// Text of a field's line: each ↵ becomes a line break. The inverse of line_of().
std::string lines_of(std::string line);

}  // namespace glassformer
