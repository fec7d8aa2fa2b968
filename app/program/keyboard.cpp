#include "app/program/keyboard.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "app/widgets/interaction.h"
#include "app/workspace/texts.h"

namespace glassformer {

namespace {
constexpr double word_seconds = 1.5;     // between two letters of a word, and from a double click to the first
constexpr double refusal_seconds = 2.5;  // from the last letter in a field to the sentence that refuses the text

/// The explanation is shown and hidden, and a step is found, as ever.
bool acts_in_lecture(const Shortcut& shortcut) {
    return acts_when_locked(shortcut) || shortcut.command == Command::panel || shortcut.command == Command::search;
}

}  // namespace

void Keyboard::watch(const Ui& ui, const std::string& error, float bar) {
    const Input& input = ui.input;
    if (input.typing) {
        typed_at_ = ui.now;
        word_until_ = -1;
        return;
    }
    if (error.empty()) refused_.clear();
    if (!error.empty() && error != refused_ && typed_at_ >= 0 && ui.now - typed_at_ < refusal_seconds) {
        word_until_ = std::numeric_limits<double>::infinity();
        typed_at_ = -1;
    }
    refused_ = error;
    bool keys_are_meant = input.pressed(Button::left) && !input.double_click;
    for (const KeyPress& press : input.keys)
        keys_are_meant = keys_are_meant || press.key == Key::escape || press.key == Key::tab ||
                         (press.key >= Key::left && press.key <= Key::page_down);
    if (keys_are_meant) word_until_ = -1;
    const bool missed = input.pressed(Button::left) && input.mouse.y < bar;
    if (missed && ui.interaction.nothing_under_mouse()) word_until_ = std::numeric_limits<double>::infinity();
    if (input.double_click && ui.interaction.nothing_under_mouse()) word_until_ = ui.now + word_seconds;
}

bool Keyboard::lets_through(const Shortcut& shortcut, double now, bool lecture, std::string& why) {
    if (now < word_until_ && !acts_when_locked(shortcut, true)) {
        word_until_ = std::max(word_until_, now + word_seconds);
        why = texts::window::typed_beside;
        return false;
    }
    if (locked_ && !acts_when_locked(shortcut)) {
        why = hint(texts::window::keys_locked, Command::lock_keys);
        return false;
    }
    if (lecture && !acts_in_lecture(shortcut)) {
        if (!std::exchange(lecture_told_, true)) why = texts::window::lecture_keys;
        return false;
    }
    return true;
}

}  // namespace glassformer
