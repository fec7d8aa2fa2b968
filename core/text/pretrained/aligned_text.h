// A text on its way through a tokenizer, and where in the original each part of it came from.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/utf8.h"

namespace glassformer {

/// Bytes of the original text.
struct TextSpan {
    std::uint32_t begin = 0, end = 0;
    bool operator==(const TextSpan&) const = default;
};

/// Longest text that is encoded, and the longest that a tokenizer may make of it, in bytes.
inline constexpr std::size_t longest_text = std::size_t{16} << 20U;
inline constexpr std::size_t longest_normalized_text = std::size_t{32} << 20U;

/// The longest that replacements may make of so many bytes: no real tokenizer multiplies a text by so much, and rules
/// that double it again and again end before they take long.
constexpr std::size_t longest_replaced(std::size_t bytes) {
    constexpr std::size_t short_text = std::size_t{1} << 20U, growth = 64;
    return std::min(longest_normalized_text, short_text + growth * bytes);
}

struct AlignedText {
    std::string text;            // valid UTF-8
    std::vector<TextSpan> from;  // of each byte: what its code point came from; empty: it was inserted there

    /// Bytes begin … end of the original, as they stand.
    static AlignedText part_of(std::string_view original, std::size_t begin, std::size_t end);

    /// Throws Error where so many bytes are more than longest_normalized_text.
    static void check_length(std::size_t bytes);
    /// Throws Error where the text is longer than longest_replaced() of what it came from.
    void check_growth() const;
    // Each throws Error where the text grows beyond longest_normalized_text.
    void add(char32_t code_point, TextSpan span);
    void add(std::string_view utf8, TextSpan span);                          // every code point came from `span`
    void add(const AlignedText& other, std::size_t begin, std::size_t end);  // bytes of the other's text

    /// What the byte came from: the n-th byte of a code point stands for the n-th byte of what that came from, and the
    /// last one for the rest.
    TextSpan of_byte(std::size_t byte) const;

    /// The smallest span with all that bytes begin … end came from; begin < end.
    TextSpan of_bytes(std::size_t begin, std::size_t end) const;
};

/// Bytes of the code point that begins with this byte of valid UTF-8.
constexpr std::size_t code_point_length(char lead) {
    const auto byte = static_cast<unsigned char>(lead);
    return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

/// Visits the code points of valid UTF-8 with their places: visit(code point, begin, end).
template <class Visit>
void each_code_point(std::string_view utf8, Visit&& visit) {
    for (std::size_t at = 0; at < utf8.size();) {
        const std::size_t begin = at;
        const char32_t c = next_code_point(utf8, at);
        visit(c, begin, at);
    }
}

}  // namespace glassformer
