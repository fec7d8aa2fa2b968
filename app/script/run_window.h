// The program's window from its opening to its end.
#pragma once

#include <filesystem>

#include "app/program/app.h"

namespace glassformer {

/// Arguments of run_window().
struct WindowRun {
    AppOptions options;
    std::filesystem::path script;  // empty: run until the window is closed
    bool headless = false;         // off-screen, with a script
};
/// Opens the window and runs until it is closed, or runs a script in it. Returns the exit code.
int run_window(const WindowRun& run);

}  // namespace glassformer
