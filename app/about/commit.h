// Which commit the program was built from. The answer is in a source that the build writes (cmake/commit.cmake) and
// that the program alone is linked with: a new commit compiles nothing else anew.
#pragma once

namespace glassformer {

struct Commit {
    const char* hash = "";  // "" where it is not known
    const char* date = "";  // "2026-11-30"
    bool changed = false;   // files differed from it
};

Commit built_from();

}  // namespace glassformer
