// Text field of one line for a text of a run's inputs, with ↵ for line breaks. The field takes over a text that
// something else sets (another model, undo, an example), also while the user types in it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/views/shared/context.h"

namespace glassformer {

class InputField {
public:
    struct Typing;
    struct Typed {
        std::string text;        // of the inputs: with its line breaks
        bool continues = false;  // typed right after the previous change: the same step for undo
    };
    /// Draws it with the text of the inputs; returns the new text in the frame in which the user changes it. `typing`:
    /// shared by all fields of the window.
    std::optional<Typed> draw(ViewContext& context, std::string_view id, const Rect& rect, const std::string& current,
                              std::string_view placeholder, Typing& typing);

    struct Typing {
        const InputField* field = nullptr;  // typed in last
        double last = -1e9;                 // … when, in seconds
    };

private:
    std::string text_;
    std::string shown_;       // the inputs' text when `text_` was taken from it
    bool take_back_ = false;  // the keyboard, which it gave up so that its text could be replaced
};

/// Text of a field's line: each ↵ becomes a line break. The inverse of line_of().
std::string lines_of(std::string line);

}  // namespace glassformer
