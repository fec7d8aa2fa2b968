// Input of a frame: keys with their modifiers, typed text, the mouse. Views read shortcuts, wheel and clicks here,
// independently of ImGui and GLFW. Filled by EventQueue; never changed by a view.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/platform/geometry.h"

namespace glassformer {

/// Keys by what is printed on them (letters follow the user's layout), not by their place on the board.
// clang-format off
enum class Key : std::uint8_t {
    none,
    a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z,
    digit_0, digit_1, digit_2, digit_3, digit_4, digit_5, digit_6, digit_7, digit_8, digit_9,
    f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12,
    space, enter, escape, tab, backspace, erase, insert,  // erase: the key named "Del"
    left, right, up, down, home, end, page_up, page_down,
    minus, equal, comma, period, slash, semicolon, apostrophe, grave, left_bracket, right_bracket, backslash, plus,
    shift, control, alt, super, menu,
    count
};
// clang-format on

struct Modifiers {
    bool shift = false, control = false, alt = false, super = false;
    bool operator==(const Modifiers&) const = default;
};
inline constexpr Modifiers no_modifiers{};
inline constexpr Modifiers with_shift{true, false, false, false};
inline constexpr Modifiers with_control{false, true, false, false};
inline constexpr Modifiers with_control_shift{true, true, false, false};
inline constexpr Modifiers with_alt{false, false, true, false};

struct KeyPress {
    Key key = Key::none;
    Modifiers modifiers;
    bool repeat = false;  // the key is held down
};

/// "Ctrl+Shift+Z", "Left", "?": for menus and the list of keys.
std::string text(Key key, Modifiers modifiers = {});

enum class Button : std::uint8_t { left, right, middle };

/// Position of the mouse while it is outside the window.
inline constexpr Vec2 outside{-1e6f, -1e6f};

struct Input {
    Vec2 mouse = outside;             // logical pixels; far outside while the pointer is elsewhere
    Vec2 mouse_moved;                 // since the last frame
    std::array<bool, 3> down{};       // by Button
    std::array<bool, 3> went_down{};  // pressed in this frame
    std::array<bool, 3> went_up{};    // released in this frame
    bool double_click = false;        // the second press of the left button, near the first and soon after it
    bool dragging = false;            // left or middle button held and moved by more than 4 px
    Vec2 drag_start;                  // where the button went down
    Vec2 wheel;                       // notches; y > 0 is away from the user
    Modifiers modifiers;              // held now
    std::array<bool, static_cast<std::size_t>(Key::count)> key_down{};  // held now, by Key
    std::vector<KeyPress> keys;                                         // pressed in this frame, oldest first
    std::u32string characters;                                          // typed in this frame
    std::vector<std::string> dropped;                                   // paths of files dropped on the window
    bool close = false;                                                 // the user asked to close the window
    bool resized = false;
    bool typing = false;  // a text field has the keyboard: shortcuts that are letters must stay silent
    bool more = false;    // events wait for the next frame
    bool at_rest = false;  // what is shown changed since the mouse moved, by a key or a click: it points at nothing

    bool is_down(Button button) const { return down[static_cast<std::size_t>(button)]; }
    bool pressed(Button button) const { return went_down[static_cast<std::size_t>(button)]; }
    bool released(Button button) const { return went_up[static_cast<std::size_t>(button)]; }
    /// The key is held, and no text field wants it.
    bool held(Key key) const { return !typing && key_down[static_cast<std::size_t>(key)]; }
    /// The key went down with exactly these modifiers, and no text field wants it.
    bool pressed(Key key, Modifiers wanted = {}) const {
        if (typing && (!(wanted.control || wanted.alt || wanted.super) || edits_text(key, wanted))) return false;
        return pressed_even_typing(key, wanted);
    }
    /// Whether a text field handles the key with Ctrl: clipboard, words, ends of the line. Undo belongs to the window.
    static bool edits_text(Key key, Modifiers wanted) {
        if (!wanted.control || wanted.alt || wanted.super) return false;
        constexpr std::array keys{Key::a,     Key::c,    Key::v,   Key::x,         Key::left,
                                  Key::right, Key::home, Key::end, Key::backspace, Key::erase};
        for (const Key one : keys)
            if (one == key) return true;
        return false;
    }
    bool pressed_even_typing(Key key, Modifiers wanted = {}) const {
        for (const KeyPress& press : keys)
            if (press.key == key && press.modifiers == wanted) return true;
        return false;
    }
    /// The character was typed and no text field wants it: for '?', '+' and '-', whose keys differ by layout.
    bool typed(char32_t character) const { return !typing && characters.find(character) != std::u32string::npos; }
};

}  // namespace glassformer
