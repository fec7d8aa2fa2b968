#include "app/paint/visible_text.h"

#include <array>
#include <cstdio>
#include <utility>

#include "app/paint/written_order.h"
#include "core/base/utf8.h"

namespace glassformer {

namespace {

/// Whether a character has no picture of its own: controls, joiners, marks of direction and of variants, and what lies
/// beyond the 65536 characters that a font of the window holds (emoji).
bool without_picture(char32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2060 && c <= 0x206F) || (c >= 0xE000 && c <= 0xF8FF) || (c >= 0xFE00 && c <= 0xFE0F) ||
           c == 0xFEFF || c >= 0xFFFF;
}

/// As vocabularies of SentencePiece spell a byte.
std::string byte_text(unsigned char byte) {
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "<0x%02X>", byte);
    return text.data();
}

}  // namespace

std::string code_point_text(char32_t c) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "U+%04X", static_cast<unsigned>(c));
    return text.data();
}

std::string visible_text(const std::string& token) {
    if (token.empty()) return "∅";
    std::string made;
    for (std::size_t at = 0; at < token.size();) {
        const std::size_t begin = at;
        const char32_t c = next_code_point(token, at);
        if (c == U'\uFFFD' && at == begin + 1)
            made += byte_text(static_cast<unsigned char>(token[begin]));
        else if (c == '\n')
            made += "↵";
        else if (c == ' ' && made.empty())
            made += "␣";
        else if (without_picture(c))
            made += code_point_text(c);
        else
            made.append(token, begin, at - begin);
    }
    return isolated(std::move(made));
}

}  // namespace glassformer
