// The order in which the signs of a text are drawn: Hebrew and Arabic from right to left, Arabic letters joined. A text
// without such letters is left as it is, after one look at its bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/paint/painter.h"

namespace glassformer {

/// Whether a text has letters of a script that is written from right to left, or marks of direction.
bool has_right_to_left(std::string_view utf8);

/// A sign as it is drawn, and the bytes of the text that it stands for: those of two letters where they are joined to
/// one sign. A mark of direction that a text brings along is drawn as its code point, several signs for the same bytes,
/// and turns nothing around.
struct WrittenSign {
    char32_t code = 0;
    std::size_t begin = 0, end = 0;
    bool right_to_left = false;
};
/// The signs from left to right. A text of several lines: those of the first line, then a line's end, and so on.
std::vector<WrittenSign> written_signs(std::string_view utf8,
                                       WritingDirection direction = WritingDirection::of_most_letters);

/// The text with its signs from left to right, as a surface draws them that knows of no direction. `made` holds it
/// where it is another text.
std::string_view written_order(std::string_view utf8, std::string& made,
                               WritingDirection direction = WritingDirection::of_most_letters);

/// A part of a text that is read in one direction.
struct WrittenPart {
    std::size_t begin = 0, end = 0;  // bytes
    bool right_to_left = false;
};
/// The parts of a line from left to right.
std::vector<WrittenPart> written_parts(std::string_view line, WritingDirection direction);

/// The direction that a text has by a rule, looking at its letters outside of isolated texts: left_to_right or
/// right_to_left.
WritingDirection direction_of(std::string_view utf8, WritingDirection rule = WritingDirection::of_most_letters);

/// A name or a token for a sentence: it has its own direction, and the words around it keep theirs (U+2068 before it,
/// U+2069 behind it, which are never drawn). As it is where it has no letters from right to left.
std::string isolated(std::string text);
/// For a text that is cut into lines: closes what is isolated and not closed in `line`. True where it was; the next
/// line begins with `isolate_begin`.
bool close_isolated(std::string& line);
inline constexpr std::string_view isolate_begin = "\u2068", isolate_end = "\u2069";

}  // namespace glassformer
