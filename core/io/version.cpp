#include "core/io/version.h"

#include <array>
#include <charconv>

namespace glassformer {

namespace {

constexpr std::string_view writer_name = "glassformer ";

}  // namespace

std::string_view program_version() { return GLASSFORMER_VERSION; }

std::string written_by() { return std::string(writer_name) + std::string(program_version()); }

std::optional<Version> version_of(std::string_view text) {
    std::array<int, 3> numbers{};
    std::size_t count = 0;
    const char *at = text.data(), *const last = at + text.size();
    while (count < numbers.size()) {
        if (at == last || *at < '0' || *at > '9') return {};  // from_chars() reads a minus, too
        const auto read = std::from_chars(at, last, numbers.at(count++));
        if (read.ec != std::errc{}) return {};
        at = read.ptr;
        if (at == last) break;
        if (*at++ != '.') return {};
    }
    if (at != last || count < 2 || text.back() == '.') return {};
    return Version{.major = numbers[0], .minor = numbers[1], .patch = numbers[2]};
}

bool needs_later(std::string_view version) { return version_of(version) > version_of(program_version()); }

std::string of_later_program(std::string_view what, std::string_view counted, std::int64_t found, std::int64_t known,
                             std::string_view writer) {
    const bool names_itself = writer.starts_with(writer_name) && version_of(writer.substr(writer_name.size()));
    return "the " + std::string(what) + " has " + std::string(counted) + " " + std::to_string(found) +
           (names_itself ? " (written by " + std::string(writer) + ")" : "") +
           " and needs a later Glassformer; this one, " + std::string(program_version()) + ", reads " +
           std::string(counted) + " " + std::to_string(known);
}

}  // namespace glassformer
