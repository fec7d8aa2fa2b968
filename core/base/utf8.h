// UTF-8 in and out, one code point at a time. What is shown is decoded leniently: bytes that are no UTF-8 become
// U+FFFD, one each. What is computed with is decoded strictly: they are an Error.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

/// Reads the code point that starts at `at` and moves `at` behind it. `at` must be inside the text.
char32_t next_code_point(std::string_view utf8, std::size_t& at);
std::u32string decode_utf8(std::string_view utf8);
void append_utf8(std::string& to, char32_t code_point);

struct CodePoint {
    char32_t value;
    std::size_t begin, end;  // bytes in the text
};

/// The text's code points with their places; throws Error "the text has invalid UTF-8 at byte 3" where it is none.
std::vector<CodePoint> code_points(std::string_view utf8);

}  // namespace glassformer
