// Scripts that work the program through its real event queue, for tests, pictures of the documentation and bug reports:
//   move X Y · click X Y · doubleclick X Y · rightclick X Y · drag X Y X Y · wheel N
//   key Ctrl+Z · hold Z · release Z (hold Shift for the mouse that follows) · type TEXT · drop PATH ·
//   wait FRAMES (to 36000) · wait-idle · resize WxH · screenshot FILE · print [STATE]
//   expect STATE=VALUE · expect STATE!=VALUE · expect STATE≈NUMBER (within half a percent, or 0.0005)
//   pace FRAMES: at most so many are drawn after a line, 1 to 40; 40 at first
// "@step" stands for the middle of what carries that name: @step, @text, @stage blocks.0.attn.q,
// @cell:blocks.0.attn.scores_raw[0,8,1]. Lines that start with # are comments.
#pragma once

#include <filesystem>
#include <string>

namespace glassformer {

class App;

/// Throws Error naming the file, the line and what is wrong where a line is unknown or an expectation fails.
void run_script(App& app, const std::filesystem::path& file);
/// The same from memory; `name` stands for the file in messages.
void run_script(App& app, const std::string& script, const std::string& name);

}  // namespace glassformer
