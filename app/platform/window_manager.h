// What GLFW does not look at before it starts.
#pragma once

namespace glassformer {

/// A window manager that was killed leaves its mark on an X server, and GLFW up to 3.3.8 then ends the program by an
/// assertion: the mark is taken away where its window is gone. Without an X server nothing happens. To be kept until
/// GLFW has a connection of its own: a server whose last client leaves may begin anew just then.
class EndedWindowManager {
public:
    EndedWindowManager();
    ~EndedWindowManager();
    EndedWindowManager(const EndedWindowManager&) = delete;
    EndedWindowManager& operator=(const EndedWindowManager&) = delete;

private:
    void* display_;  // Xlib's; its header defines names that are common words
};

}  // namespace glassformer
