#include "core/base/error.h"

#include <array>
#include <cstdio>

#include "core/base/utf8.h"

namespace glassformer {

namespace {

/// Would move the cursor, turn the line around or end it where a message is shown.
bool moves_the_line(char32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069);
}

}  // namespace

std::string printable(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const char32_t c = next_code_point(text, at);
        if (!moves_the_line(c)) {
            append_utf8(result, c);
            continue;
        }
        std::array<char, 16> escaped{};
        std::snprintf(escaped.data(), escaped.size(), "\\u%04x", static_cast<unsigned>(c));
        result += escaped.data();
    }
    return result;
}

}  // namespace glassformer
