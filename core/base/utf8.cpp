#include "core/base/utf8.h"

#include <optional>

#include "core/base/error.h"

namespace glassformer {

namespace {

/// The code point that starts at `at`, and `at` moved behind it; nothing, and `at` as it was, where none starts there.
std::optional<char32_t> read(std::string_view utf8, std::size_t& at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(utf8[i]); };
    const unsigned char lead = byte(at);
    const int length = lead < 0x80                   ? 1
                       : lead >= 0xC2 && lead < 0xE0 ? 2
                       : lead >= 0xE0 && lead < 0xF0 ? 3
                       : lead >= 0xF0 && lead < 0xF5 ? 4
                                                     : 0;
    if (length == 0 || at + static_cast<std::size_t>(length) > utf8.size()) return {};
    char32_t code = length == 1 ? lead : lead & (0x7Fu >> length);
    for (int i = 1; i < length; ++i) {
        const unsigned char next = byte(at + static_cast<std::size_t>(i));
        if ((next & 0xC0) != 0x80) return {};
        code = code << 6 | (next & 0x3Fu);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    if (overlong || (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF) return {};
    at += static_cast<std::size_t>(length);
    return code;
}

}  // namespace

char32_t next_code_point(std::string_view utf8, std::size_t& at) {
    const auto code = read(utf8, at);
    if (!code) ++at;
    return code.value_or(U'\uFFFD');
}

std::u32string decode_utf8(std::string_view utf8) {
    std::u32string result;
    for (std::size_t at = 0; at < utf8.size();) result.push_back(next_code_point(utf8, at));
    return result;
}

std::vector<CodePoint> code_points(std::string_view utf8) {
    std::vector<CodePoint> result;
    for (std::size_t at = 0; at < utf8.size();) {
        const std::size_t begin = at;
        const auto code = read(utf8, at);
        if (!code) throw Error("the text has invalid UTF-8 at byte " + std::to_string(begin));
        result.push_back({*code, begin, at});
    }
    return result;
}

void append_utf8(std::string& to, char32_t c) {
    const auto put = [&to](char32_t value) { to.push_back(static_cast<char>(value)); };
    if (c < 0x80) {
        put(c);
    } else if (c < 0x800) {
        put(0xC0 | c >> 6), put(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        put(0xE0 | c >> 12), put(0x80 | (c >> 6 & 0x3F)), put(0x80 | (c & 0x3F));
    } else {
        put(0xF0 | c >> 18), put(0x80 | (c >> 12 & 0x3F)), put(0x80 | (c >> 6 & 0x3F)), put(0x80 | (c & 0x3F));
    }
}

}  // namespace glassformer
