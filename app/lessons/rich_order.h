// Lines of several faces whose words are written from right to left, or partly.
#pragma once

#include <span>

#include "app/lessons/rich_lines.h"

namespace glassformer {

/// Which way a paragraph is written: that of its first letter, outside of formulas and live numbers.
WritingDirection direction_of(std::span<const LessonSpan> spans);

/// Moves the runs of a line, which stand in the order of reading, to where they are written; a run that is read in both
/// directions becomes several. A line without letters from right to left stays as it is.
void put_in_order(Painter& painter, RichLine& line, std::span<const LessonSpan> spans, WritingDirection paragraph);

}  // namespace glassformer
