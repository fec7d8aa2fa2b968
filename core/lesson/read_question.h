// The `ask` block of a lesson's step (docs/lessons.md, "Questions").
#pragma once

#include <string>
#include <string_view>

#include "core/lesson/lesson.h"

namespace glassformer {

/// `place`: of the block's first line. Throws Error with the place of what is wrong with how it is written.
LessonQuestion read_question(std::string_view text, const std::string& source, const LessonPlace& place);

}  // namespace glassformer
