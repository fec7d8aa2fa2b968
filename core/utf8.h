// UTF-8 in and out, one code point at a time. Bytes that are no UTF-8 become U+FFFD, one each.
#pragma once

#include <string>
#include <string_view>

namespace glassformer {

/// Reads the code point that starts at `at` and moves `at` behind it. `at` must be inside the text.
char32_t next_code_point(std::string_view utf8, std::size_t& at);
std::u32string decode_utf8(std::string_view utf8);
void append_utf8(std::string& to, char32_t code_point);

}  // namespace glassformer
