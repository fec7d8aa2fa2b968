// Scripts that control the program through its event queue, for tests, pictures of the documentation and bug reports:
//   move X Y · click X Y · doubleclick X Y · rightclick X Y · drag X Y X Y · wheel N
//   key Ctrl+Z · hold Z · release Z (hold Shift before mouse commands) · type TEXT · drop PATH ·
//   wait FRAMES (to 36000) · wait-idle · resize WxH · screenshot FILE · print [STATE]
//   expect STATE=VALUE · expect STATE!=VALUE · expect STATE≈NUMBER (within half a percent, or 0.0005)
//   pace FRAMES: maximum number of frames drawn after a line, 1 to 40; 40 at first
//   film on · film off: what is drawn between them is the film that is being made; without one they do nothing
// "@NAME" stands for the center of the control with that name: @step, @text, @stage blocks.0.attn.q,
// @cell:blocks.0.attn.scores_raw[0,8,1]. Lines that start with # are comments.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "app/platform/window.h"

namespace glassformer {

class App;

/// Gets the pictures of what a script films, a sixtieth of a second of the program's time being one frame.
struct ScriptFilm {
    int frames_per_second = 25;  // 1 to 60
    std::function<void(const Image&)> taken;
};

/// Runs a script file. Throws Error with the file, the line and the reason if a line is invalid or an expectation
/// fails.
void run_script(App& app, const std::filesystem::path& file, const ScriptFilm* film = nullptr);
/// Whether the script has a line "film on". Throws Error where the file cannot be read.
bool films(const std::filesystem::path& script);
/// Runs a script from memory; `name` is used as the file name in messages.
void run_script(App& app, const std::string& script, const std::string& name, const ScriptFilm* film = nullptr);

}  // namespace glassformer
