// Where the tests' files are, and the comparison they share.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <vector>

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

/// Largest |a - b| over the largest |b| (at least `min_scale`); infinities and only they must be equal exactly (else
/// the result is infinite).
inline double relative_difference(const float* a, const float* b, std::size_t count, double min_scale = 0) {
    double difference = 0, scale = min_scale;
    for (std::size_t i = 0; i < count; ++i) {
        if (std::isinf(b[i]) || std::isinf(a[i])) {
            if (a[i] != b[i]) return INFINITY;
            continue;
        }
        if (std::isnan(a[i])) return INFINITY;
        difference = std::max(difference, std::fabs(static_cast<double>(a[i]) - b[i]));
        scale = std::max(scale, std::fabs(static_cast<double>(b[i])));
    }
    return scale > 0 ? difference / scale : difference;
}

}  // namespace glassformer::test
