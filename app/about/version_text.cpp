#include "app/about/version_text.h"

#include <fmt/core.h>

#include <string_view>

#include "app/about/libraries.h"
#include "app/about/texts.h"
#include "core/base/instruction_set.h"
#include "core/io/version.h"

namespace glassformer {

namespace {

std::string commit_line(const Commit& commit) {
    if (std::string_view(commit.hash).empty()) return texts::about::commit_unknown;
    if (commit.changed) return fmt::format(texts::about::commit_changed, commit.hash, commit.date);
    return fmt::format(texts::about::commit, commit.hash, commit.date);
}

std::string build_line() {
    constexpr const char* sanitizers = GLASSFORMER_SANITIZERS;
    std::string line = fmt::format(texts::about::build, GLASSFORMER_BUILD_TYPE, GLASSFORMER_COMPILER);
    if (*sanitizers != '\0') line += fmt::format(texts::about::sanitizers, sanitizers);
    return line;
}

std::string processors_line() {
    constexpr std::string_view built = GLASSFORMER_KERNELS;  // empty: one variant
    if (built.empty()) return fmt::format(texts::about::processors_one, instruction_set());
    return fmt::format(texts::about::processors, built, instruction_set());
}

/// Below one another from where the first begins, where one line is too short.
std::string libraries_lines(const std::vector<std::string>& more) {
    constexpr std::size_t longest = 80;
    const std::string indent(std::string_view(texts::about::libraries).size(), ' ');
    std::string text, line = texts::about::libraries;
    bool first = true;
    std::vector<std::string> all = libraries();
    all.insert(all.end(), more.begin(), more.end());
    for (const std::string& library : all) {
        if (!first && line.size() + library.size() + 3 > longest) {
            text += line + ",\n";
            line = indent;
            first = true;
        }
        line += (first ? "" : ", ") + library;
        first = false;
    }
    return text + line;
}

}  // namespace

std::string version_text(const Commit& commit, const std::vector<std::string>& more) {
    return written_by() + "\n" + commit_line(commit) + "\n" + build_line() + "\n" + processors_line() + "\n" +
           libraries_lines(more);
}

}  // namespace glassformer
