// What a document says of a question, as blocks of text.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/handout/handout.h"

namespace glassformer {

/// "Question: …", with these words strong; alone where there are none after them.
LessonBlock paragraph_of(const std::string& strong, const std::vector<LessonSpan>& words);
/// What is asked, its options and its hints.
std::vector<LessonBlock> question_blocks(const HandoutQuestion& question);
/// The right answer, and the text after it.
std::vector<LessonBlock> answer_blocks(const HandoutQuestion& question);
/// So many of the first blocks belong together: the rows of a table, a heading and what follows it.
std::size_t group_of(std::span<const LessonBlock> blocks);

}  // namespace glassformer
