// A desktop window through GLFW. The only file that knows GLFW: its callbacks become our events, letters by what the
// user's layout prints on them.
#include <epoxy/gl.h>
#include <fmt/core.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <map>
#include <string>
#include <thread>
#include <utility>

#include "app/platform/open_gl_library.h"
#include "app/platform/printed_keys.h"
#include "app/platform/texts.h"
#include "app/platform/window.h"
#include "app/platform/window_manager.h"
#include "app/platform/window_place.h"
#include "core/base/error.h"
#include "core/base/fault_guard.h"

namespace glassformer {

namespace {

constexpr double shortest_frame = 1.0 / 60, shortest_unseen = 1.0 / 250;
constexpr PixelSize second_window_size{960, 720};  // where there is one screen

struct KeyName {
    int glfw;
    Key key;
};
constexpr KeyName other_keys[] = {
    {GLFW_KEY_SPACE, Key::space},
    {GLFW_KEY_ENTER, Key::enter},
    {GLFW_KEY_KP_ENTER, Key::enter},
    {GLFW_KEY_ESCAPE, Key::escape},
    {GLFW_KEY_TAB, Key::tab},
    {GLFW_KEY_BACKSPACE, Key::backspace},
    {GLFW_KEY_DELETE, Key::erase},
    {GLFW_KEY_INSERT, Key::insert},
    {GLFW_KEY_LEFT, Key::left},
    {GLFW_KEY_RIGHT, Key::right},
    {GLFW_KEY_UP, Key::up},
    {GLFW_KEY_DOWN, Key::down},
    {GLFW_KEY_HOME, Key::home},
    {GLFW_KEY_END, Key::end},
    {GLFW_KEY_PAGE_UP, Key::page_up},
    {GLFW_KEY_PAGE_DOWN, Key::page_down},
    {GLFW_KEY_LEFT_SHIFT, Key::shift},
    {GLFW_KEY_RIGHT_SHIFT, Key::shift},
    {GLFW_KEY_LEFT_CONTROL, Key::control},
    {GLFW_KEY_RIGHT_CONTROL, Key::control},
    {GLFW_KEY_LEFT_ALT, Key::alt},
    {GLFW_KEY_RIGHT_ALT, Key::alt},
    {GLFW_KEY_LEFT_SUPER, Key::super},
    {GLFW_KEY_RIGHT_SUPER, Key::super},
    {GLFW_KEY_MENU, Key::menu},
    {GLFW_KEY_KP_ADD, Key::plus},
    {GLFW_KEY_KP_SUBTRACT, Key::minus},
    {GLFW_KEY_KP_DECIMAL, Key::period},
    {GLFW_KEY_KP_DIVIDE, Key::slash},
};

Key offset(Key first, int by) { return static_cast<Key>(static_cast<int>(first) + by); }

PrintedKey translate(int key, int scancode, int mods) {
    if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12) return {offset(Key::f1, key - GLFW_KEY_F1)};
    if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9) return {offset(Key::digit_0, key - GLFW_KEY_KP_0)};
    for (const KeyName& row : other_keys)
        if (row.glfw == key) return {row.key};
    Key place = Key::none;
    if (key >= GLFW_KEY_A && key <= GLFW_KEY_Z) place = offset(Key::a, key - GLFW_KEY_A);
    if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9) place = offset(Key::digit_0, key - GLFW_KEY_0);
    const char* const printed = glfwGetKeyName(key, scancode);
    return printed_key(place, printed ? printed : "", (mods & GLFW_MOD_CONTROL) != 0);
}

Modifiers translate_modifiers(int mods, Key key, bool down) {
    Modifiers m{(mods & GLFW_MOD_SHIFT) != 0, (mods & GLFW_MOD_CONTROL) != 0, (mods & GLFW_MOD_ALT) != 0,
                (mods & GLFW_MOD_SUPER) != 0};
    // X11 reports the state before the event, so a modifier's own press is missing in it.
    if (key == Key::shift) m.shift = down;
    if (key == Key::control) m.control = down;
    if (key == Key::alt) m.alt = down;
    if (key == Key::super) m.super = down;
    return m;
}

/// A window that is never shown: GLFW ties contexts to windows.
class GlfwSharingContext final : public gl::Context {
public:
    explicit GlfwSharingContext(GLFWwindow* window) : window_(window) {}
    ~GlfwSharingContext() override { glfwDestroyWindow(window_); }
    GlfwSharingContext(const GlfwSharingContext&) = delete;
    GlfwSharingContext& operator=(const GlfwSharingContext&) = delete;
    void make_current() override { glfwMakeContextCurrent(window_); }
    void release() override { glfwMakeContextCurrent(nullptr); }
    bool shared_with_window() const override { return true; }

private:
    GLFWwindow* window_;
};

class GlfwWindow final : public Platform {
public:
    explicit GlfwWindow(const WindowOptions& options) : follows_desktop_(options.follows_desktop) {
        const EndedWindowManager forgotten;
        if (!glfwInit()) {
            const char* why = nullptr;
            glfwGetError(&why);
            throw Error(fmt::format(texts::platform::no_display, why ? why : texts::platform::glfw_failed));
        }
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
        glfwWindowHint(GLFW_VISIBLE, options.visible ? GLFW_TRUE : GLFW_FALSE);
        glfwWindowHintString(GLFW_X11_CLASS_NAME, "glassformer");  // by which a desktop finds name and icon
        glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "glassformer");
        glfwWindowHint(GLFW_SCALE_TO_MONITOR, follows_desktop_ ? GLFW_TRUE : GLFW_FALSE);
        for (const auto& [major, minor] : {std::pair{4, 3}, {3, 3}}) {
            glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, major);
            glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, minor);
            const FaultGuard guard(texts::platform::driver_failed);
            window_ =
                glfwCreateWindow(options.size.width, options.size.height, options.title.c_str(), nullptr, nullptr);
            if (window_) break;
        }
        if (!window_) {
            const char* why = nullptr;
            glfwGetError(&why);
            const std::string said = fmt::format(texts::platform::no_opengl, why ? why : texts::platform::unknown);
            glfwTerminate();
            require_library("libGL.so.1");  // whose absence GLFW's sentence does not name
            throw NoOpenGl(said);
        }
        glfwMakeContextCurrent(window_);
        try {
            read_context();
        } catch (...) {
            glfwTerminate();
            throw;
        }
        glfwSwapInterval(0);  // end_frame() limits; waiting for the screen does not work on every server
        glfwSetWindowUserPointer(window_, this);
        set_callbacks();
        make_cursors();
        if (options.place)
            put(*options.place);
        else if (const std::optional<WindowPlace> first = place(); first && follows_desktop_)
            put(*first);  // whole on its screen
    }
    /// The second window: its keys are the first one's.
    GlfwWindow(GlfwWindow& first, const std::string& title) : second_(true), follows_desktop_(first.follows_desktop_) {
        events_.hand_keys_to(first.events_);
        const std::optional<WindowPlace> other = other_screen(first.window_);
        const PixelSize size = other ? other->size : second_window_size;
        glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
        glfwWindowHint(GLFW_FOCUS_ON_SHOW, GLFW_FALSE);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
        window_ = glfwCreateWindow(size.width, size.height, title.c_str(), nullptr, first.window_);
        if (!window_) {
            const char* why = nullptr;
            glfwGetError(&why);
            throw Error(fmt::format(texts::platform::no_second_window, why ? why : texts::platform::unknown));
        }
        if (other) glfwSetWindowPos(window_, other->x, other->y);
        glfwMakeContextCurrent(window_);
        try {
            read_context();
        } catch (...) {
            glfwDestroyWindow(window_);
            throw;
        }
        glfwSwapInterval(0);
        glfwSetWindowUserPointer(window_, this);
        set_callbacks();
        make_cursors();
        glfwShowWindow(window_);
    }
    ~GlfwWindow() override {
        if (second_) {
            for (GLFWcursor* const cursor : cursors_) glfwDestroyCursor(cursor);
            glfwDestroyWindow(window_);
        } else {
            glfwTerminate();
        }
    }

    void begin_frame(double wait_seconds) override {
        // A second window may have taken the empty event that wake() posted.
        if (!events_.empty() || wait_seconds <= 0 || wake_)
            glfwPollEvents();
        else if (std::isinf(wait_seconds))
            glfwWaitEvents();
        else
            glfwWaitEventsTimeout(wait_seconds);
        if (wake_.exchange(false)) events_.push(Redraw{});
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        glViewport(0, 0, framebuffer().width, framebuffer().height);
    }
    void end_frame() override {
        if (!passes_frame()) glfwSwapBuffers(window_);
        const double shortest = passes_frame() ? shortest_unseen : shortest_frame;
        const double left = last_frame_ + shortest - glfwGetTime();
        if (left > 0 && !second_)  // the first one keeps the pace of both
            std::this_thread::sleep_for(std::chrono::duration<double>(left));
        last_frame_ = glfwGetTime();
    }

    PixelSize size() const override {
        PixelSize s;
        glfwGetWindowSize(window_, &s.width, &s.height);
        return s;
    }
    PixelSize framebuffer() const override {
        PixelSize s;
        glfwGetFramebufferSize(window_, &s.width, &s.height);
        return s;
    }
    float content_scale() const override {
        float across = 1, down = 1;
        if (follows_desktop_) glfwGetWindowContentScale(window_, &across, &down);
        const PixelSize logical = size();  // on some systems it is scaled already
        const float scaled =
            logical.width > 0 ? static_cast<float>(framebuffer().width) / static_cast<float>(logical.width) : 1;
        return std::clamp(across / std::max(scaled, 1.0F), 1.0F, 4.0F);
    }
    double now() const override { return glfwGetTime(); }
    void wake() override {
        wake_ = true;
        glfwPostEmptyEvent();
    }
    std::string clipboard() override {
        const char* text = glfwGetClipboardString(window_);
        return text ? text : "";
    }
    void set_clipboard(const std::string& utf8) override { glfwSetClipboardString(window_, utf8.c_str()); }
    void set_title(const std::string& title) override { glfwSetWindowTitle(window_, title.c_str()); }
    void set_cursor(CursorShape shape) override {
        if (shape == shape_) return;
        const bool hides = shape == CursorShape::hidden;
        if (hides != (shape_ == CursorShape::hidden))
            glfwSetInputMode(window_, GLFW_CURSOR, hides ? GLFW_CURSOR_HIDDEN : GLFW_CURSOR_NORMAL);
        shape_ = shape;
        if (!hides) glfwSetCursor(window_, cursors_[static_cast<std::size_t>(shape)]);
    }
    void set_fullscreen(bool on) override {
        if (on == fullscreen()) return;
        if (on) {
            glfwGetWindowPos(window_, &before_x_, &before_y_);
            before_ = size();
            GLFWmonitor* monitor = screen_of(window_);
            if (!monitor) return;
            const GLFWvidmode* mode = glfwGetVideoMode(monitor);
            // Whoever looks into the second window has not left this one.
            glfwSetWindowAttrib(window_, GLFW_AUTO_ICONIFY, GLFW_FALSE);
            glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
        } else {
            glfwSetWindowMonitor(window_, nullptr, before_x_, before_y_, before_.width, before_.height, 0);
        }
    }
    std::optional<WindowPlace> place() const override {
        if (fullscreen()) return WindowPlace{before_x_, before_y_, before_};
        WindowPlace now{.size = size()};
        glfwGetError(nullptr);
        glfwGetWindowPos(window_, &now.x, &now.y);
        return glfwGetError(nullptr) == GLFW_NO_ERROR ? std::optional(now) : std::nullopt;  // Wayland does not say
    }
    bool fullscreen() const override { return glfwGetWindowMonitor(window_) != nullptr; }
    void resize(PixelSize logical) override { glfwSetWindowSize(window_, logical.width, logical.height); }
    std::unique_ptr<gl::Context> sharing_context() override {
        glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
        GLFWwindow* hidden = glfwCreateWindow(16, 16, "", nullptr, window_);
        if (hidden) return std::make_unique<GlfwSharingContext>(hidden);
        const char* why = nullptr;
        glfwGetError(&why);
        throw Error(fmt::format(texts::platform::no_compute_context, why ? why : texts::platform::unknown));
    }
    std::unique_ptr<Platform> second_window(const std::string& title) override {
        return std::make_unique<GlfwWindow>(*this, title);
    }
    void make_current() override {
        if (glfwGetCurrentContext() != window_) glfwMakeContextCurrent(window_);
    }
    Image read_pixels() override { return read_framebuffer(0, framebuffer()); }
    bool headless() const override { return false; }

private:
    void put(const WindowPlace& wanted) {
        std::vector<WindowPlace> screens;
        int count = 0;
        GLFWmonitor** const monitors = glfwGetMonitors(&count);
        for (int i = 0; i < count; ++i) {
            WindowPlace area;
            glfwGetMonitorWorkarea(monitors[i], &area.x, &area.y, &area.size.width, &area.size.height);
            if (area.size.width > 0 && area.size.height > 0) screens.push_back(area);
        }
        const WindowPlace place = fitted(wanted, screens);
        if (this->place() == place) return;
        glfwSetWindowSize(window_, place.size.width, place.size.height);
        glfwSetWindowPos(window_, place.x, place.y);
    }
    static EventQueue& queue(GLFWwindow* window) {
        return static_cast<GlfwWindow*>(glfwGetWindowUserPointer(window))->events_;
    }
    /// The screen that most of a window is on; the primary one where that cannot be said.
    static GLFWmonitor* screen_of(GLFWwindow* window) {
        int count = 0, x = 0, y = 0;
        GLFWmonitor** const monitors = glfwGetMonitors(&count);
        PixelSize size;
        glfwGetWindowPos(window, &x, &y);
        glfwGetWindowSize(window, &size.width, &size.height);
        for (int i = 0; i < count; ++i) {
            int left = 0, top = 0;
            glfwGetMonitorPos(monitors[i], &left, &top);
            const GLFWvidmode* const mode = glfwGetVideoMode(monitors[i]);
            const int across = x + size.width / 2 - left, down = y + size.height / 2 - top;
            if (mode != nullptr && across >= 0 && across < mode->width && down >= 0 && down < mode->height)
                return monitors[i];
        }
        return glfwGetPrimaryMonitor();
    }
    /// What windows may cover of another screen than the one that a window is on.
    static std::optional<WindowPlace> other_screen(GLFWwindow* window) {
        int count = 0;
        GLFWmonitor** const monitors = glfwGetMonitors(&count);
        GLFWmonitor* const own = screen_of(window);
        for (int i = 0; i < count; ++i) {
            if (monitors[i] == own) continue;
            WindowPlace area;
            glfwGetMonitorWorkarea(monitors[i], &area.x, &area.y, &area.size.width, &area.size.height);
            if (area.size.width > 0 && area.size.height > 0) return area;
        }
        return {};
    }
    void set_callbacks() {
        glfwSetCursorPosCallback(window_, [](GLFWwindow* w, double x, double y) {
            bool& enters = static_cast<GlfwWindow*>(glfwGetWindowUserPointer(w))->enters_;
            queue(w).push(MouseMove{{static_cast<float>(x), static_cast<float>(y)}, !std::exchange(enters, false)});
        });
        glfwSetCursorEnterCallback(window_, [](GLFWwindow* w, int inside) {
            static_cast<GlfwWindow*>(glfwGetWindowUserPointer(w))->enters_ = inside != 0;
            if (!inside) queue(w).push(MouseMove{outside});
        });
        glfwSetMouseButtonCallback(window_, [](GLFWwindow* w, int button, int action, int) {
            if (button > GLFW_MOUSE_BUTTON_MIDDLE) return;
            if (action == GLFW_PRESS)
                queue(w).push(MousePress{static_cast<Button>(button)});
            else
                queue(w).push(MouseRelease{static_cast<Button>(button)});
        });
        glfwSetScrollCallback(window_, [](GLFWwindow* w, double x, double y) {
            queue(w).push(MouseWheel{{static_cast<float>(x), static_cast<float>(y)}});
        });
        glfwSetKeyCallback(window_, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
            auto& window = *static_cast<GlfwWindow*>(glfwGetWindowUserPointer(w));
            // The third level of a layout, as on German keyboards: the sign comes as a character.
            window.third_level_ =
                glfwGetKey(w, GLFW_KEY_RIGHT_ALT) == GLFW_PRESS && (mods & GLFW_MOD_ALT) == 0 && key < GLFW_KEY_ESCAPE;
            if (window.third_level_ && action != GLFW_RELEASE) return;
            PrintedKey meant = translate(key, scancode, mods);
            // What is let go is what was pressed, though Ctrl may be up by now.
            std::map<int, Key>& held = window.held_;
            if (action == GLFW_PRESS)
                held[scancode] = meant.key;
            else if (const auto pressed = held.find(scancode); pressed != held.end())
                meant.key = pressed->second;
            if (action == GLFW_RELEASE) held.erase(scancode);
            if (action != GLFW_RELEASE)
                window.last_ = {meant.key, {.shift = (mods & GLFW_MOD_SHIFT) != 0}, action == GLFW_REPEAT};
            if (meant.key == Key::none) return;
            Modifiers modifiers = translate_modifiers(mods, meant.key, action != GLFW_RELEASE);
            if (meant.takes_shift) modifiers.shift = false;
            if (action == GLFW_RELEASE)
                queue(w).push(KeyUp{meant.key, modifiers});
            else
                queue(w).push(KeyDown{meant.key, modifiers, action == GLFW_REPEAT});
        });
        glfwSetCharCallback(window_, [](GLFWwindow* w, unsigned code) {
            const auto& window = *static_cast<GlfwWindow*>(glfwGetWindowUserPointer(w));
            const Key sign = sign_key(code);
            const bool is_key = typed_as_key(sign, window.last_.key, window.last_.modifiers.shift, window.third_level_);
            if (is_key) queue(w).push(KeyDown{sign, {}, window.last_.repeat && !window.third_level_});
            queue(w).push(Character{static_cast<char32_t>(code)});
            if (is_key) queue(w).push(KeyUp{sign, {}});
        });
        glfwSetDropCallback(window_, [](GLFWwindow* w, int count, const char** paths) {
            queue(w).push(DropFiles{{paths, paths + count}});
        });
        glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* w, int, int) { queue(w).push(Resize{}); });
        glfwSetWindowRefreshCallback(window_, [](GLFWwindow* w) { queue(w).push(Redraw{}); });
        glfwSetWindowCloseCallback(window_, [](GLFWwindow* w) {
            glfwSetWindowShouldClose(w, GLFW_FALSE);  // the program decides
            queue(w).push(Close{});
        });
    }
    void make_cursors() {
        constexpr int shapes[] = {GLFW_ARROW_CURSOR,   GLFW_IBEAM_CURSOR,   GLFW_HAND_CURSOR,
                                  GLFW_HRESIZE_CURSOR, GLFW_VRESIZE_CURSOR, GLFW_CROSSHAIR_CURSOR};
        for (std::size_t i = 0; i < cursors_.size(); ++i) cursors_[i] = glfwCreateStandardCursor(shapes[i]);
    }

    bool second_ = false, follows_desktop_ = true;
    bool third_level_ = false;  // AltGr was down at the last key
    KeyPress last_;             // of its modifiers only Shift
    std::map<int, Key> held_;   // by the scan code
    GLFWwindow* window_ = nullptr;
    std::array<GLFWcursor*, 6> cursors_{};
    CursorShape shape_ = CursorShape::arrow;
    bool enters_ = false;  // the next position is where the mouse is as the window comes under it
    std::atomic<bool> wake_ = false;
    double last_frame_ = 0;
    int before_x_ = 0, before_y_ = 0;
    PixelSize before_;
};

}  // namespace

std::unique_ptr<Platform> open_window(const WindowOptions& options) { return std::make_unique<GlfwWindow>(options); }

}  // namespace glassformer
