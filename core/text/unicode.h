// The little of Unicode that tokenizers need: code points with their bytes, classes, lower case.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

struct CodePoint {
    char32_t value;
    std::size_t begin, end;  // bytes in the text
};

/// The text's code points; throws Error "invalid UTF-8 at byte 3" where the text is none.
std::vector<CodePoint> code_points(std::string_view text);

bool is_space(char32_t c);        // separators, tab and line ends
bool is_punctuation(char32_t c);  // punctuation and symbols; no letters, marks, digits
bool is_apostrophe(char32_t c);   // ' and the typographic ’

std::string to_utf8(char32_t c);
std::string lowercase(std::string_view text);  // code point by code point; throws as code_points

}  // namespace glassformer
