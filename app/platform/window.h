// Platform: a drawing target and a source of events: a desktop window (GLFW), memory without a display (EGL
// surfaceless), both with an OpenGL core context that is current on the thread that made it, or paper, which lays
// frames out and has neither pixels nor OpenGL. Independent of ImGui.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/platform/event_queue.h"
#include "core/base/error.h"
#include "core/gl/context.h"

namespace glassformer {

struct PixelSize {
    int width = 0, height = 0;
    bool operator==(const PixelSize&) const = default;
};
inline constexpr PixelSize first_window_size{1280, 720};  // where no size was asked for or remembered

/// A window, or the part of a screen that windows may cover.
struct WindowPlace {
    int x = 0, y = 0;  // of the upper left corner, in logical pixels
    PixelSize size;
    bool operator==(const WindowPlace&) const = default;
};

/// RGBA, 8 bits each, rows from the top.
struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba;
    const std::uint8_t* pixel(int x, int y) const {
        return rgba.data() +
               4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
    }
};

enum class CursorShape : std::uint8_t { arrow, text, hand, resize_horizontal, resize_vertical, move, hidden };

class Platform {
public:
    virtual ~Platform() = default;

    EventQueue& events() { return events_; }

    /// Waits up to `wait_seconds` for an event (0: looks only; never waits while events are queued), then makes the
    /// drawing target ready. Events land in events().
    virtual void begin_frame(double wait_seconds) = 0;
    /// Shows the frame; sleeps so that at most 60 frames a second are shown (a window only).
    virtual void end_frame() = 0;

    virtual PixelSize size() const = 0;         // logical pixels, the unit of Input and Painter
    virtual PixelSize framebuffer() const = 0;  // pixels of the target
    /// How many times as large as usual the desktop wants text, in logical pixels.
    virtual float content_scale() const { return 1; }
    virtual double now() const = 0;  // seconds; without a window 1/60 a frame, so that pictures repeat
    /// Lets a waiting begin_frame() return. The one function that any thread may call.
    virtual void wake() = 0;

    virtual std::string clipboard() = 0;
    virtual void set_clipboard(const std::string& utf8) = 0;
    virtual void set_title(const std::string& title) = 0;
    virtual void set_cursor(CursorShape shape) = 0;
    /// Where the window stands, or stood before full screen; nothing where the system does not say.
    virtual std::optional<WindowPlace> place() const { return {}; }
    virtual void set_fullscreen(bool on) = 0;
    virtual bool fullscreen() const = 0;
    virtual void resize(PixelSize logical) = 0;

    /// A context of OpenGL 4.3 that shares buffers with this one's, to compute in another thread. Made and destroyed on
    /// the platform's thread, while the platform lives. Throws Error where the driver gives none.
    virtual std::unique_ptr<gl::Context> sharing_context() = 0;

    /// A window beside this one for another reader, on another screen where there is one: it takes no keys away from
    /// this one, since what is pressed in it goes to this window's events. Drawn with a context of its own, on the same
    /// thread; destroyed before this one. Throws Error where the system gives none.
    virtual std::unique_ptr<Platform> second_window(const std::string& title) = 0;
    /// What OpenGL does from now on it does here, where there is a second window. begin_frame() expects it.
    virtual void make_current() = 0;

    /// The last frame, before or after end_frame(). Throws Error where draws_pixels() was false then.
    virtual Image read_pixels() = 0;
    virtual bool headless() const = 0;
    virtual bool has_opengl() const { return true; }

    /// False: frames in memory are laid out as always, and nothing of them is handed to OpenGL; for those that nobody
    /// will look at. Drawing is most of a frame's time without a GPU.
    void set_draws_pixels(bool draws) { draws_pixels_ = draws; }
    bool draws_pixels() const { return has_opengl() && !passes_frame_ && (draws_pixels_ || !headless()); }
    /// True: the frame is laid out and not shown. A window, and read_pixels(), keep the one before it.
    void pass_frame(bool passes) { passes_frame_ = passes; }
    bool passes_frame() const { return passes_frame_; }

    const std::string& renderer() const { return renderer_; }  // "llvmpipe (LLVM 15.0.6, 256 bits)"

protected:
    void read_context();  // fills the renderer, throws Error below OpenGL 3.3
    Image read_framebuffer(unsigned framebuffer, PixelSize size);

    EventQueue events_;
    std::string renderer_;
    bool draws_pixels_ = true, passes_frame_ = false;
};

struct WindowOptions {
    std::string title = "Glassformer";
    PixelSize size = first_window_size;
    std::optional<WindowPlace> place = {};  // in place of the size: where it was before
    bool visible = true;
    bool follows_desktop = true;  // its text and its first size are as large as the desktop asks for
};

/// The system has no OpenGL that can be drawn with; its sentence says what to install.
class NoOpenGl : public Error {
public:
    using Error::Error;
};

/// A desktop window. Throws NoOpenGl, and Error where there is no display.
std::unique_ptr<Platform> open_window(const WindowOptions& options);

/// Draws into memory; needs no display. `scale`: framebuffer pixels a logical pixel. Throws NoOpenGl, also without EGL
/// surfaceless.
std::unique_ptr<Platform> open_headless(PixelSize size, float scale = 1);

/// Lays frames out and never draws them; what asks it for pixels or for OpenGL gets NoOpenGl.
std::unique_ptr<Platform> open_paper(PixelSize size);

}  // namespace glassformer
