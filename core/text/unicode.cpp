#include "core/text/unicode.h"

#include <utf8proc.h>

#include "core/error.h"

namespace glassformer {

std::vector<CodePoint> code_points(std::string_view text) {
    std::vector<CodePoint> result;
    const auto* const bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    for (std::size_t i = 0; i < text.size();) {
        utf8proc_int32_t value = 0;
        const auto length = utf8proc_iterate(bytes + i, static_cast<utf8proc_ssize_t>(text.size() - i), &value);
        if (length <= 0) throw Error("the text has invalid UTF-8 at byte " + std::to_string(i));
        result.push_back({static_cast<char32_t>(value), i, i + static_cast<std::size_t>(length)});
        i = result.back().end;
    }
    return result;
}

bool is_space(char32_t c) {
    if (c == U'\t' || c == U'\n' || c == U'\r' || c == U'\v' || c == U'\f') return true;
    const utf8proc_category_t category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
    return category == UTF8PROC_CATEGORY_ZS || category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP;
}

bool is_punctuation(char32_t c) {
    const utf8proc_category_t category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
    return category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_SO;
}

bool is_apostrophe(char32_t c) { return c == U'\'' || c == U'\u2019'; }

std::string to_utf8(char32_t c) {
    utf8proc_uint8_t bytes[4];
    const auto length = utf8proc_encode_char(static_cast<utf8proc_int32_t>(c), bytes);
    return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(length)};
}

std::string lowercase(std::string_view text) {
    std::string result;
    for (const CodePoint& c : code_points(text))
        result += to_utf8(static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c.value))));
    return result;
}

}  // namespace glassformer
