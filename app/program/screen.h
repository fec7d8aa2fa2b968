// The screen as a whole: full screen, and a black or white sheet over everything until the next key.
#pragma once

#include <optional>

#include "app/widgets/gui.h"

namespace glassformer {

class Screen {
public:
    explicit Screen(Platform& platform) : platform_(platform) {}

    void set_fullscreen(bool full);
    /// The whole screen as long as something is presented; then the window is as it was.
    void present(bool on);
    /// … whether it fills the screen without that.
    bool fullscreen() const { return before_.value_or(platform_.fullscreen()); }
    void toggle_fullscreen() { set_fullscreen(!platform_.fullscreen()); }
    /// Of the window where it does not fill the screen.
    PixelSize windowed_size() const { return platform_.fullscreen() ? windowed_size_ : platform_.size(); }

    void blank(const Colour& colour) { blank_ = colour; }
    bool is_blank() const { return blank_.has_value(); }
    /// Covers everything; a key or a button ends it, and does nothing else. False where it is not blank.
    bool draw_blank(Ui& ui, const TakenMouse& taken);

private:
    Platform& platform_;
    PixelSize windowed_size_;
    std::optional<bool> before_;  // it filled the screen before something was presented
    std::optional<Colour> blank_;
};

}  // namespace glassformer
