#include <utf8proc.h>

#include <algorithm>
#include <array>

#include "core/base/error.h"
#include "core/text/pretrained/normalizer.h"

namespace glassformer {

namespace {

struct FormTraits {
    utf8proc_option_t options;  // of a decomposition
    bool composed;
    char32_t unchanged_below;  // code points that are their own form, and that nothing before them joins with
};
constexpr std::array form_traits{
    FormTraits{UTF8PROC_DECOMPOSE, true, 0x300},
    FormTraits{UTF8PROC_DECOMPOSE, false, 0xC0},
    FormTraits{static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT), true, 0xA0},
    FormTraits{static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT), false, 0xA0},
};

struct PlacedCodePoint {
    utf8proc_int32_t c;
    TextSpan span;
};

int combining_class(utf8proc_int32_t c) { return utf8proc_get_property(c)->combining_class; }

/// The full decomposition of one code point, without the order of marks.
std::size_t decomposed(utf8proc_int32_t c, utf8proc_option_t options, std::array<utf8proc_int32_t, 32>& parts) {
    int boundary = 0;
    const auto count = utf8proc_decompose_char(c, parts.data(), parts.size(), options, &boundary);
    if (count < 0 || static_cast<std::size_t>(count) > parts.size())
        throw Error("the text has a character that cannot be decomposed");
    return static_cast<std::size_t>(count);
}

/// Gives each composed code point the span of those it was composed of, which come in about the same order.
void add_composed(AlignedText& result, const std::vector<PlacedCodePoint>& parts) {
    constexpr std::size_t looked_ahead = 128;
    std::vector<utf8proc_int32_t> composed;
    composed.reserve(parts.size());
    for (const PlacedCodePoint& part : parts) composed.push_back(part.c);
    const auto count = utf8proc_normalize_utf32(composed.data(), static_cast<utf8proc_ssize_t>(composed.size()),
                                                static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE));
    composed.resize(static_cast<std::size_t>(std::max<utf8proc_ssize_t>(count, 0)));
    std::vector<bool> used(parts.size());
    std::size_t first = 0;  // not used
    std::array<utf8proc_int32_t, 32> pieces{};
    for (const utf8proc_int32_t c : composed) {
        const std::size_t pieces_count = decomposed(c, UTF8PROC_DECOMPOSE, pieces);
        TextSpan span{UINT32_MAX, 0};
        for (std::size_t i = 0; i < pieces_count; ++i) {
            while (first < parts.size() && used[first]) ++first;
            if (first == parts.size()) break;
            std::size_t at = first;
            const std::size_t last = std::min(parts.size(), first + looked_ahead);
            while (at < last && (used[at] || parts[at].c != pieces[i])) ++at;
            if (at == last) at = first;
            used[at] = true;
            span = {std::min(span.begin, parts[at].span.begin), std::max(span.end, parts[at].span.end)};
        }
        if (span.begin > span.end) span.begin = span.end = result.from.empty() ? 0 : result.from.back().end;
        result.add(static_cast<char32_t>(c), span);
    }
}

}  // namespace

AlignedText in_normal_form(const AlignedText& text, NormalForm form) {
    const FormTraits& traits = form_traits.at(static_cast<std::size_t>(form));
    AlignedText result;
    result.text.reserve(text.text.size());
    result.from.reserve(text.text.size());
    std::vector<PlacedCodePoint> parts;
    std::array<utf8proc_int32_t, 32> pieces{};
    const auto flush = [&] {
        if (parts.empty()) return;
        // Marks in the order of their classes, each run between code points of class 0 by itself.
        for (auto at = parts.begin(); at != parts.end();) {
            if (combining_class(at->c) == 0) {
                ++at;
                continue;
            }
            const auto end = std::find_if(at, parts.end(), [](const auto& p) { return combining_class(p.c) == 0; });
            std::stable_sort(at, end,
                             [](const auto& a, const auto& b) { return combining_class(a.c) < combining_class(b.c); });
            at = end;
        }
        if (traits.composed)
            add_composed(result, parts);
        else
            for (const PlacedCodePoint& part : parts) result.add(static_cast<char32_t>(part.c), part.span);
        parts.clear();
    };
    std::size_t copied = 0;  // what stands as it is, from there to the code point at hand
    std::size_t last_begin = 0, last_end = 0;
    const auto copy_to = [&](std::size_t end) {
        if (end > copied) result.add(text, copied, end);
        copied = end;
    };
    each_code_point(text.text, [&](char32_t c, std::size_t begin, std::size_t end) {
        if (c < traits.unchanged_below) {
            if (!parts.empty()) {
                flush();
                copied = begin;
            }
        } else {
            if (parts.empty()) {  // the code point before may join with this one
                const std::size_t from = last_end == begin && last_end > copied ? last_begin : begin;
                copy_to(from);
                if (from < begin) {
                    std::size_t at = from;
                    parts.push_back({static_cast<utf8proc_int32_t>(next_code_point(text.text, at)), text.from[from]});
                }
            }
            const std::size_t count = decomposed(static_cast<utf8proc_int32_t>(c), traits.options, pieces);
            for (std::size_t i = 0; i < count; ++i) parts.push_back({pieces[i], text.from[begin]});
            copied = end;
        }
        last_begin = begin, last_end = end;
    });
    flush();
    copy_to(text.text.size());
    return result;
}

}  // namespace glassformer
