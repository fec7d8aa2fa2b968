#include "core/text/unicode.h"

#include <utf8proc.h>

#include <algorithm>

#include "core/base/utf8.h"

namespace glassformer {

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

bool is_right_to_left(std::string_view text) {
    return std::ranges::any_of(code_points(text), [](const CodePoint& c) {
        const auto direction = utf8proc_get_property(static_cast<utf8proc_int32_t>(c.value))->bidi_class;
        return direction == UTF8PROC_BIDI_CLASS_R || direction == UTF8PROC_BIDI_CLASS_AL;
    });
}

std::string lowercase(std::string_view text) {
    std::string result;
    for (const CodePoint& c : code_points(text))
        append_utf8(result, static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c.value))));
    return result;
}

}  // namespace glassformer
