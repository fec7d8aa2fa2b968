// The little of Unicode that tokenizers need beside UTF-8 (core/base/utf8.h): classes of code points, lower case.
#pragma once

#include <string>
#include <string_view>

namespace glassformer {

bool is_space(char32_t c);        // separators, tab and line ends
bool is_punctuation(char32_t c);  // punctuation and symbols; no letters, marks, digits
bool is_apostrophe(char32_t c);   // ' and the typographic ’

bool is_right_to_left(std::string_view text);  // has letters of Hebrew, Arabic … ; throws as code_points

std::string lowercase(std::string_view text);  // code point by code point; throws as code_points

}  // namespace glassformer
