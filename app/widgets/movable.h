// Items of a row, and options of a question, that the keyboard can move, as the mouse drags them.
#pragma once

#include <string_view>
#include <utility>

#include "app/widgets/ui.h"

namespace glassformer {

inline constexpr std::pair<Key, Modifiers> key_to_the_left{Key::left, with_control},
    key_to_the_right{Key::right, with_control}, key_to_erase{Key::erase, no_modifiers},
    key_to_edit{Key::enter, with_control};

struct KeysOfMovable {
    int by = 0;           // Ctrl+Right less Ctrl+Left
    bool erased = false;  // Del
    bool edited = false;  // Ctrl+Enter
};

/// For a focusable region() that was just drawn: while it has the keyboard, these keys are its own.
KeysOfMovable movable(Ui& ui, std::string_view id, const Rect& rect);
struct KeysOfOptions {
    int letter = -1;  // 0: A
    int by = 0;       // Down less Up
    int moved = 0;    // Ctrl+Down less Ctrl+Up
    int counted = 0;  // plus less minus
    bool entered = false;
    bool focused = false;
};
/// For a list of lettered options, one stop of the Tab key: while it has the keyboard, these keys are its own.
KeysOfOptions option_keys(Ui& ui, std::string_view id, const Rect& rect);
/// Hands the keyboard to the region of that id, marked. `activates` false: Space and Enter stay with the window.
void give_keyboard(Ui& ui, std::string_view id, bool activates = true);

}  // namespace glassformer
