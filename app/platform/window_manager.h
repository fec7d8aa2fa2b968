// What GLFW does not look at before it starts.
#pragma once

namespace glassformer {

/// A window manager that was killed leaves its mark on an X server, and GLFW up to 3.3.8 then ends the program by an
/// assertion: the mark is taken away where its window is gone. Without an X server nothing happens.
void forget_ended_window_manager();

}  // namespace glassformer
