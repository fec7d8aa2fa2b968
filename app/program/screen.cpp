#include "app/program/screen.h"

#include <algorithm>

namespace glassformer {

void Screen::set_fullscreen(bool full) {
    if (full == platform_.fullscreen()) return;
    if (full) windowed_size_ = platform_.size();
    platform_.set_fullscreen(full);
}

void Screen::present(bool on) {
    if (on && !before_) before_ = platform_.fullscreen();
    set_fullscreen(on || before_.value_or(false));
    if (!on) before_.reset();
}

bool Screen::draw_blank(Ui& ui, const TakenMouse& taken) {
    if (!blank_) return false;
    bool ends = std::ranges::any_of(ui.input.keys, [](const KeyPress& press) { return !press.repeat; });
    for (const bool down : ui.input.went_down) ends = ends || down;
    ends = ends || taken.pressed;
    const Colour cover = *blank_;
    if (ends) {
        blank_.reset();
        ui.keep_awake();
    }
    ui.painter.fill(ui.window, ends ? ui.theme.background : cover);
    return true;
}

}  // namespace glassformer
