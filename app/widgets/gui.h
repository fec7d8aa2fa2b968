// Ties a platform, ImGui, fonts, a theme and the painter together, and runs frames: three after each event, then sleep.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "app/platform/window.h"
#include "app/render/faces.h"
#include "app/widgets/ui.h"

namespace glassformer {

struct GuiOptions {
    const Theme* theme = nullptr;  // null: dark
    float text_scale = 1;          // smallest_text to largest_text
    FontFamilies fonts = {};
};

/// What the mouse did in a frame whose input it was taken out of.
struct TakenMouse {
    Vec2 mouse = outside;
    bool pressed = false, down = false;  // the left button
};

class Gui {
public:
    Gui(Platform& platform, const GuiOptions& options);
    ~Gui();
    Gui(const Gui&) = delete;
    Gui& operator=(const Gui&) = delete;

    /// Draws one frame with `draw`; sleeps first where nothing happened. False once the user asked to close the window.
    bool frame(const std::function<void(Ui&)>& draw);
    /// Draws frames until nothing waits and nothing moves; for scripts and tests. Gives up after `most` frames.
    void settle(const std::function<void(Ui&)>& draw, int most = 600);
    /// One more picture of `draw` in memory at `scale` framebuffer pixels a logical pixel, text as sharp as that.
    /// Nobody touches anything in it, and the next frame goes on as if it had not been. Between frames only. Throws
    /// Error with the sizes where the driver cannot draw so large.
    Image picture(const std::function<void(Ui&)>& draw, float scale);
    /// The same on another surface than the window: Ui::painter is `painter`, whose body size should be em().
    void draw_on(Painter& painter, const std::function<void(Ui&)>& draw);
    float em() const;
    /// An event waits, or something moves. While this is false a window sleeps and no frame is drawn.
    bool needs_frame() const;
    /// Sleeps until something happens, at most `seconds` (a window only; for clocks in the interface). Default: for
    /// ever.
    void set_longest_sleep(double seconds);
    /// The same, where a longer sleep was wanted until now.
    void sleep_at_most(double seconds);

    /// Draws one frame without waiting for anything that happens.
    void draw_again();
    /// While it is taken, no control and no view feels the mouse: in their input it is outside the window. Where it
    /// really is, taken() says.
    void take_mouse(bool take);
    const TakenMouse& taken() const;
    /// From the next frame on the mouse is hidden and over nothing, until it is used again. A mouse that is taken stays.
    void put_mouse_away();
    /// True: the window goes on showing its last frame, whatever is drawn in it, until this is false again.
    void freeze(bool held);
    bool frozen() const;
    /// While a frame is drawn: nobody is to see it. The window goes on showing the one before, where it has its size.
    void pass_frame();
    /// While a frame is drawn: numbers or letters are missing in it, which the next ones have.
    bool lacks_something() const;
    /// Called whenever the window wakes or draws: draws what is beside it, a second window, and returns how many
    /// seconds that can wait until it is called again.
    void set_beside(std::function<double()> beside);

    void set_theme(const Theme& theme);
    void set_text_scale(float scale);  // 1 to 3; fonts are rebuilt before the next frame
    /// No text is drawn smaller than so many logical pixels, and the body's is at least as large; 0: no limit.
    void set_least_text(float pixels);
    float least_text() const;
    /// Colour limits that are held in the window, until others are.
    void set_limits(const ColourLimits& limits);
    const ColourLimits& limits() const;
    const Theme& theme() const;
    float text_scale() const;
    /// Where areas are scrolled to, by name, in pixels (see Interaction); those that are at their top are left out.
    const std::map<std::string, float>& scrolled() const;
    void set_scrolled(const std::map<std::string, float>& offsets);
    /// See Interaction::hold_pages(); a negative share holds none.
    void hold_pages(float share);
    std::uint64_t frames() const;        // drawn so far; does not grow while idle
    const std::string& message() const;  // what is wrong with the fonts, "" if nothing

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace glassformer
