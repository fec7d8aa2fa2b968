// A text cut into words and lines. Streams of strings are not for that: where memory ends they drop the rest of the
// text and say nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

/// Takes the first word off the text, with the white space before it; "" where there is none.
std::string take_word(std::string_view& text);

/// What white space separates.
std::vector<std::string> split_words(std::string_view text);

/// With small letters in place of the capital ones of the Latin alphabet; others stay as they are.
std::string lower_case(std::string_view text);

/// Without their ends; an end of line after the last one begins no other.
std::vector<std::string> split_lines(std::string_view text);

}  // namespace glassformer
