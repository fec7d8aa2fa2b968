#include "app/platform/input.h"

#include <string_view>

namespace glassformer {

namespace {

constexpr std::string_view named[] = {"Space", "Enter", "Esc",  "Tab",   "Backspace", "Del",     "Ins",       "Left",
                                      "Right", "Up",    "Down", "Home",  "End",       "Page up", "Page down", "-",
                                      "=",     ",",     ".",    "/",     ";",         "'",       "`",         "[",
                                      "]",     "\\",    "+",    "Shift", "Ctrl",      "Alt",     "Super",     "Menu"};
static_assert(std::size(named) == static_cast<std::size_t>(Key::count) - static_cast<std::size_t>(Key::space));

std::string bare(Key key) {
    const int k = static_cast<int>(key);
    const auto from = [k](Key first) { return k - static_cast<int>(first); };
    if (key == Key::none || key >= Key::count) return "";
    if (key <= Key::z) return {static_cast<char>('A' + from(Key::a))};
    if (key <= Key::digit_9) return {static_cast<char>('0' + from(Key::digit_0))};
    if (key <= Key::f12) return "F" + std::to_string(1 + from(Key::f1));
    return std::string(named[from(Key::space)]);
}

}  // namespace

std::string text(Key key, Modifiers modifiers) {
    std::string result;
    if (modifiers.control) result += "Ctrl+";
    if (modifiers.alt) result += "Alt+";
    if (modifiers.super) result += "Super+";
    if (modifiers.shift) result += "Shift+";
    return result + bare(key);
}

}  // namespace glassformer
