// Lesson files (docs/lessons.md): front matter, steps, fenced blocks.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/lesson/lesson.h"

namespace glassformer {

inline constexpr std::size_t largest_lesson = std::size_t{1} << 20U;  // bytes
inline constexpr std::size_t most_steps = 300;                        // of a lesson with all that it includes
inline constexpr std::size_t most_named_exercises = 40;

/// Reads a lesson and the files that it includes, which lie in its folder or below. Throws Error
/// "FILE:LINE:COLUMN: …" for the first thing that is wrong with how it is written. What its scenes, numbers and
/// conditions mean is not looked at.
Lesson read_lesson(const std::filesystem::path& file);

/// The same of what the file is to be: its text is not written yet.
Lesson read_lesson_text(std::string_view text, const std::filesystem::path& file);

/// The same of a text that includes nothing; `source` opens messages.
Lesson lesson_from_text(std::string_view text, const std::string& source);

/// Throws Error with the place of the first byte 0 of a text, and of the first line that is no UTF-8.
void require_text(std::string_view text, const std::string& source);

/// The blocks of a text without steps, such as a step's notes, which begins in `first_line` of its file.
std::vector<LessonBlock> lesson_blocks(std::string_view text, const std::string& source, int first_line = 1);

}  // namespace glassformer
