// A text of a run's inputs, written in a field of one line: ↵ stands for the end of a line. The field follows where
// something else replaces the text (another model, undo, an example), also while it is being written in.
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
        bool continues = false;  // what was typed just before: the same step for undo
    };
    /// Draws it with the text of the inputs; answers in the frame in which the user changed that. `typing`: shared by
    /// the fields of which one at a time is written in.
    std::optional<Typed> draw(ViewContext& context, std::string_view id, const Rect& rect, const std::string& current,
                              std::string_view placeholder, Typing& typing);

    struct Typing {
        const InputField* field = nullptr;  // written in last
        double last = -1e9;                 // … when, in seconds
    };

private:
    std::string text_;
    std::string shown_;       // the inputs' text when `text_` was taken from it
    bool take_back_ = false;  // the keyboard, which it gave up so that its text could be replaced
};

/// What a field's line stands for: ↵ is the end of a line. The inverse of line_of().
std::string lines_of(std::string line);

}  // namespace glassformer
