// Changes of a lesson's file, line by line: what somebody wrote by hand, comments too, stays as it is.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/lesson/lesson.h"

namespace glassformer {

/// A step as it is written: its heading, its scene, an empty line for its text.
std::string written_step(const std::string& title, std::span<const SceneLine> scene);

// `text` is the file's and `lesson` what was read of it. A step of an included file is an Error.

/// The text with a step after another one; −1: before the first.
std::string with_step(std::string_view text, const Lesson& lesson, int after, const std::string& step);
std::string without_step(std::string_view text, const Lesson& lesson, int step);
/// Two neighbours exchanged: `step` and the one after it.
std::string with_exchanged(std::string_view text, const Lesson& lesson, int step);
/// What is written of a step.
std::string text_of_step(std::string_view text, const Lesson& lesson, int step);
/// The text with another scene of a step; comments of the old one stay.
std::string with_scene(std::string_view text, const Lesson& lesson, int step, std::span<const SceneLine> scene);

}  // namespace glassformer
