// Other programs that are run where they are installed: ffmpeg, xclip, wl-copy.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace glassformer {

/// Runs a program of the PATH and waits for it; it reads `input` and writes nothing but errors. `words`: its name, then
/// its arguments. Returns its exit code; −1 where there is no such program.
int run_program(std::vector<std::string> words, const std::filesystem::path& input = "/dev/null");

/// A program of this name is on the PATH.
bool has_program(const std::string& name);

}  // namespace glassformer
