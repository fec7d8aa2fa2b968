// ffmpeg, which makes films of pictures, as a program that is run.
#pragma once

#include <string>
#include <vector>

namespace glassformer {

/// Runs ffmpeg, which says nothing but errors, and returns its exit code; −1 where there is none on the PATH.
int ffmpeg(std::vector<std::string> arguments);

/// Without running it.
bool has_ffmpeg();

}  // namespace glassformer
