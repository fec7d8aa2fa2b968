// Where the tests' files are, and the comparison they share with the program.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <vector>

#include "core/analysis/model_check.h"

namespace glassformer::test {

inline std::filesystem::path source_dir() { return GLASSFORMER_SOURCE_DIR; }
/// Data that is not part of the project: tests that need it skip with a message where it is absent.
inline std::filesystem::path fixtures() { return source_dir() / ".." / "shared" / "fixtures"; }
inline std::filesystem::path golden(const char* kind) { return source_dir() / "tests" / "golden" / kind; }

/// The folders in a folder, by name.
inline std::vector<std::filesystem::path> folders(const std::filesystem::path& in) {
    std::vector<std::filesystem::path> found;
    if (!std::filesystem::exists(in)) return found;
    for (const auto& entry : std::filesystem::directory_iterator(in))
        if (entry.is_directory()) found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
}

using glassformer::relative_difference;

}  // namespace glassformer::test
