#include "core/text/pretrained/code_point_classes.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>

namespace glassformer {

namespace {

utf8proc_category_t category_of(char32_t c) { return utf8proc_category(static_cast<utf8proc_int32_t>(c)); }

struct CodePointRange {
    char32_t first, last;
};

bool within(const auto& ranges, char32_t c) {
    return std::ranges::any_of(ranges,
                               [c](const CodePointRange& range) { return c >= range.first && c <= range.last; });
}

/// Letters in circles and squares: symbols that Unicode calls alphabetic (Other_Alphabetic without the marks).
constexpr std::array alphabetic_symbols{CodePointRange{0x24B6, 0x24E9}, CodePointRange{0x1F130, 0x1F149},
                                        CodePointRange{0x1F150, 0x1F169}, CodePointRange{0x1F170, 0x1F189}};

/// As in the published tokenizers: the last extension begins at U+2B920 there.
constexpr std::array chinese_blocks{CodePointRange{0x4E00, 0x9FFF},   CodePointRange{0x3400, 0x4DBF},
                                    CodePointRange{0x20000, 0x2A6DF}, CodePointRange{0x2A700, 0x2B73F},
                                    CodePointRange{0x2B740, 0x2B81F}, CodePointRange{0x2B920, 0x2CEAF},
                                    CodePointRange{0xF900, 0xFAFF},   CodePointRange{0x2F800, 0x2FA1F}};

}  // namespace

bool is_white_space(char32_t c) {
    if (c < 0x80) return c == U' ' || (c >= U'\t' && c <= U'\r');
    const utf8proc_category_t category = category_of(c);
    return c == 0x85 || category == UTF8PROC_CATEGORY_ZS || category == UTF8PROC_CATEGORY_ZL ||
           category == UTF8PROC_CATEGORY_ZP;
}

bool is_mark(char32_t c) {
    const utf8proc_category_t category = category_of(c);
    return category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
}

bool is_nonspacing_mark(char32_t c) { return c >= 0x80 && category_of(c) == UTF8PROC_CATEGORY_MN; }

bool is_number(char32_t c) {
    if (c < 0x80) return c >= U'0' && c <= U'9';
    const utf8proc_category_t category = category_of(c);
    return category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO;
}

bool is_control_like(char32_t c) { return category_of(c) >= UTF8PROC_CATEGORY_CC; }

bool is_tokenizer_punctuation(char32_t c) {
    if (c < 0x80) return (c > 32 && c < 48) || (c > 57 && c < 65) || (c > 90 && c < 97) || (c > 122 && c < 127);
    const utf8proc_category_t category = category_of(c);
    return category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_PO;
}

bool is_word_character(char32_t c) {
    const utf8proc_category_t category = category_of(c);
    return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NL) || category == UTF8PROC_CATEGORY_PC ||
           c == 0x200C || c == 0x200D || within(alphabetic_symbols, c);
}

bool is_chinese_character(char32_t c) { return c >= 0x3400 && within(chinese_blocks, c); }

LowerCase lower_case(char32_t c) {
    if (c < 0x80) return {c >= U'A' && c <= U'Z' ? c + 32 : c, 0};
    if (c == 0x130) return {U'i', 0x307};
    return {static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c))), 0};
}

}  // namespace glassformer
