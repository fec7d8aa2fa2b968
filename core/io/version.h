// Which version of the program this is, and what is said where a file needs a later one. The number has one place, the
// first lines of CMakeLists.txt.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace glassformer {

/// "0.2.0"
std::string_view program_version();

/// What a file says of the program that wrote it: "glassformer 0.2.0".
std::string written_by();

/// Compared by its numbers: 0.10 comes after 0.9, and 0.2 is 0.2.0.
struct Version {
    int major = 0, minor = 0, patch = 0;
    auto operator<=>(const Version&) const = default;  // NOLINT(modernize-use-nullptr): clang 14 reads its 0 as one
};

/// Of "0.2" or "0.2.1"; nothing where the text is no version.
std::optional<Version> version_of(std::string_view text);

/// Whether this program is older than the text says, which must be a version.
bool needs_later(std::string_view version);

/// "the session has version 2 (written by glassformer 0.5.0) and needs a later Glassformer; this one, 0.2.0, reads
/// version 1". `counted`: the word for `found` and `known`; `writer`: what the file says of its program, left out where
/// that is not written as written_by() is.
std::string of_later_program(std::string_view what, std::string_view counted, std::int64_t found, std::int64_t known,
                             std::string_view writer);

}  // namespace glassformer
