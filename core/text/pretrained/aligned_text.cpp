#include "core/text/pretrained/aligned_text.h"

#include "core/base/error.h"

namespace glassformer {

namespace {

void require_at_most(std::size_t longest, std::size_t bytes) {
    if (bytes > longest)
        throw Error("the tokenizer makes more than " + std::to_string(longest >> 20U) + " MB of this text");
}

}  // namespace

AlignedText AlignedText::part_of(std::string_view original, std::size_t begin, std::size_t end) {
    AlignedText part;
    part.text = original.substr(begin, end - begin);
    part.from.reserve(part.text.size());
    for (std::size_t at = begin; at < end;) {
        const std::size_t next = at + code_point_length(original[at]);
        part.from.insert(part.from.end(), next - at,
                         {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(next)});
        at = next;
    }
    return part;
}

void AlignedText::check_length(std::size_t bytes) { require_at_most(longest_normalized_text, bytes); }

void AlignedText::check_growth() const {
    const std::size_t original = from.empty() ? 0 : std::max(from.back().end, from.front().begin) - from.front().begin;
    require_at_most(longest_replaced(original), text.size());
}

void AlignedText::add(char32_t code_point, TextSpan span) {
    check_length(text.size() + 4);
    append_utf8(text, code_point);
    from.resize(text.size(), span);
}

void AlignedText::add(std::string_view utf8, TextSpan span) {
    check_length(text.size() + utf8.size());
    text += utf8;
    from.resize(text.size(), span);
}

void AlignedText::add(const AlignedText& other, std::size_t begin, std::size_t end) {
    check_length(text.size() + end - begin);
    text.append(other.text, begin, end - begin);
    from.insert(from.end(), other.from.begin() + static_cast<std::ptrdiff_t>(begin),
                other.from.begin() + static_cast<std::ptrdiff_t>(end));
}

TextSpan AlignedText::of_byte(std::size_t byte) const {
    std::size_t start = byte;
    while ((static_cast<unsigned char>(text[start]) & 0xC0U) == 0x80U) --start;
    const std::size_t length = code_point_length(text[start]);
    const TextSpan whole = from[byte];
    const auto nth = [&](std::size_t n) {
        return whole.begin + std::min(static_cast<std::uint32_t>(n), whole.end - whole.begin);
    };
    return {nth(byte - start), byte - start + 1 == length ? whole.end : nth(byte - start + 1)};
}

TextSpan AlignedText::of_bytes(std::size_t begin, std::size_t end) const {
    TextSpan span = of_byte(begin);
    const TextSpan last = of_byte(end - 1);
    const auto join = [&span](TextSpan other) {
        span = {std::min(span.begin, other.begin), std::max(span.end, other.end)};
    };
    join(last);
    // Whole code points between them may have come from elsewhere: marks change places.
    std::size_t at = begin;
    while (at < end && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) ++at;
    for (; at < end; at += code_point_length(text[at]))
        if (at + code_point_length(text[at]) <= end) join(from[at]);
    return span;
}

}  // namespace glassformer
