// "key: value" lines, as scenes, questions and the front matter of a lesson are written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/lesson/lesson.h"

namespace glassformer {

/// Without white space at both ends.
std::string_view without_blanks(std::string_view text);

/// "key: value" lines; empty ones and those that begin with # are left out. A line that begins with white space goes
/// on with the value before it. `of`: what is read, "a scene". Throws Error with the place of another line.
std::vector<SceneLine> key_lines(std::string_view text, const std::string& source, int first_line, const char* of);

/// Throws Error with the place where the value is no number between these.
double number_in(const SceneLine& line, const std::string& source, double least, double most);

/// Throws Error: there is no such key, and which known one is meant perhaps.
[[noreturn]] void unknown_key(const SceneLine& line, const std::string& source, const char* of,
                              const std::vector<std::string>& known);

}  // namespace glassformer
