#include "core/lesson/key_lines.h"

#include <charconv>

#include "core/base/json_text.h"
#include "core/base/nearest_name.h"
#include "core/base/words.h"
#include "core/lesson/markdown.h"

namespace glassformer {

std::string_view without_blanks(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r"), last = text.find_last_not_of(" \t\r");
    return first == std::string_view::npos ? std::string_view() : text.substr(first, last - first + 1);
}

std::vector<SceneLine> key_lines(std::string_view text, const std::string& source, int first_line, const char* of) {
    std::vector<SceneLine> lines;
    int number = first_line - 1;
    for (const std::string& line : split_lines(text)) {
        ++number;
        const std::string_view content = without_blanks(line);
        if (content.empty() || content.starts_with('#')) continue;
        if (!lines.empty() && (line.front() == ' ' || line.front() == '\t')) {
            lines.back().value += "\n" + std::string(content);
            continue;
        }
        const std::size_t colon = content.find(':');
        if (colon == std::string_view::npos || without_blanks(content.substr(0, colon)).empty())
            throw lesson_error(
                source, {number, 1},
                std::string("a line of ") + of + " is written “key: value”; this is " + in_quotes(content));
        lines.push_back({.key = std::string(without_blanks(content.substr(0, colon))),
                         .value = std::string(without_blanks(content.substr(colon + 1))),
                         .place = {number, static_cast<int>(line.find(':')) + 2}});
    }
    return lines;
}

double number_in(const SceneLine& line, const std::string& source, double least, double most) {
    double value = 0;
    const char *const first = line.value.data(), *const last = first + line.value.size();
    const auto read = std::from_chars(first, last, value);
    if (read.ec != std::errc{} || read.ptr != last || !(value >= least && value <= most))
        throw lesson_error(source, line.place,
                           in_quotes(line.key) + " is a number from " + std::to_string(static_cast<int>(least)) +
                               " to " + std::to_string(static_cast<int>(most)) + ", not " + in_quotes(line.value));
    return value;
}

void unknown_key(const SceneLine& line, const std::string& source, const char* of,
                 const std::vector<std::string>& known) {
    const std::string near = nearest_name(known, line.key);
    throw lesson_error(source, {line.place.line, 1},
                       std::string("there is no key ") + in_quotes(line.key) + " in " + of +
                           (near.empty() ? "" : "; did you mean " + in_quotes(near) + "?"));
}

}  // namespace glassformer
