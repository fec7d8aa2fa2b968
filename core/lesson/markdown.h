// Markdown (CommonMark, tables and $formulas$) cut into blocks and spans that know where they are written. What a
// lesson adds to it, {{live numbers}} and links to cells with spaces in them, is found here too; md4c does the rest.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/lesson/lesson.h"

namespace glassformer {

inline constexpr std::size_t longest_block = std::size_t{1} << 15U;  // bytes of a paragraph, a row, code

struct MarkdownPiece {
    LessonBlock block;
    std::string info;  // of a fenced block: what is written behind its fence; its lines are the block's span
};

/// The pieces in order. `source` opens messages, the text begins in `first_line` of it. Throws Error
/// "SOURCE:LINE:COLUMN: …" for {{ that is not closed, HTML, pictures, a block longer than longest_block and nesting that
/// nobody can read.
std::vector<MarkdownPiece> markdown_pieces(std::string_view text, const std::string& source, int first_line = 1);

/// The words, {{live numbers}} and $formulas$ of a line that has no other markup: of a question, an option, a hint. What
/// stands between two $ is a formula where it neither begins nor ends with a space. Places are those in the line.
std::vector<LessonSpan> words_and_formulas(std::string_view line);

/// The Error of something that is wrong at a place of a file: "lesson.md:12:3: …".
Error lesson_error(const std::string& source, const LessonPlace& place, const std::string& what);

}  // namespace glassformer
