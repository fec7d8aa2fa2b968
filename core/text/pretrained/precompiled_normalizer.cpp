#include <utf8proc.h>

#include <algorithm>

#include "core/base/error.h"
#include "core/text/pretrained/normalizer.h"

namespace glassformer {

namespace {

constexpr std::size_t longest_charsmap = std::size_t{8} << 20U;
constexpr std::size_t longest_cluster = 5;  // bytes of a grapheme cluster that is replaced as a whole

std::string from_base64(const std::string& text, const std::string& source) {
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3);
    unsigned bits = 0;
    int count = 0;
    std::size_t end = text.size();
    while (end > 0 && text[end - 1] == '=' && text.size() - end < 2) --end;
    for (const char c : std::string_view(text).substr(0, end)) {
        const int value = c >= 'A' && c <= 'Z'   ? c - 'A'
                          : c >= 'a' && c <= 'z' ? c - 'a' + 26
                          : c >= '0' && c <= '9' ? c - '0' + 52
                          : c == '+'             ? 62
                          : c == '/'             ? 63
                                                 : -1;
        if (value < 0) throw Error(source + " is not valid base64");
        bits = bits << 6U | static_cast<unsigned>(value);
        if ((count += 6) >= 8) {
            count -= 8;
            bytes.push_back(static_cast<char>(bits >> static_cast<unsigned>(count) & 0xFFU));
        }
    }
    return bytes;
}

/// A double-array trie as SentencePiece writes it (Darts; Kudo & Richardson 2018): units of 32 bits, then the texts.
class Precompiled final : public Normalizer {
public:
    Precompiled(const std::string& base64, const std::string& source) {
        if (base64.size() > longest_charsmap / 3 * 4)
            throw Error(source + " is longer than " + std::to_string(longest_charsmap >> 20U) + " MB");
        const std::string bytes = from_base64(base64, source);
        const auto number = [&bytes](std::size_t at) {
            std::uint32_t value = 0;
            for (std::size_t i = 0; i < 4; ++i)
                value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + i])) << 8 * i;
            return value;
        };
        const std::size_t size = bytes.size() < 4 ? 0 : number(0);
        if (size == 0 || size % 4 != 0 || size > bytes.size() - 4)
            throw Error(source + " is not a table of replacements");
        units_.reserve(size / 4);
        for (std::size_t at = 4; at < 4 + size; at += 4) units_.push_back(number(at));
        texts_ = bytes.substr(4 + size);
        for (std::size_t at = 0; at < texts_.size();) code_points_or_refuse(at, source);
    }

    AlignedText normalized(AlignedText text, MatchBudget&) const override {
        AlignedText result;
        result.text.reserve(text.text.size());
        result.from.reserve(text.text.size());
        const std::string_view whole = text.text;
        std::size_t begin = 0;  // of the cluster
        utf8proc_int32_t before = -1, state = 0;
        each_code_point(whole, [&](char32_t c, std::size_t at, std::size_t) {
            const auto now = static_cast<utf8proc_int32_t>(c);
            if (before >= 0 && utf8proc_grapheme_break_stateful(before, now, &state)) {
                add_cluster(result, text, begin, at);
                begin = at;
            }
            before = now;
        });
        if (begin < whole.size()) add_cluster(result, text, begin, whole.size());
        return result;
    }

private:
    void code_points_or_refuse(std::size_t& at, const std::string& source) const {
        const std::size_t begin = at;
        const char32_t c = next_code_point(texts_, at);
        if (c == U'\uFFFD' && at - begin == 1) throw Error(source + " has a replacement that is not valid UTF-8");
    }

    static std::uint32_t offset(std::uint32_t unit) { return (unit >> 10U) << ((unit & 0x200U) >> 6U); }

    /// The replacement of the shortest prefix of the key that has one; npos where none has.
    std::size_t look_up(std::string_view key) const {
        std::size_t at = offset(units_[0]);
        for (const char c : key) {
            const auto byte = static_cast<unsigned char>(c);
            at ^= byte;
            if (byte == 0 || at >= units_.size() || (units_[at] & 0x800000FFU) != byte) return std::string::npos;
            const std::uint32_t unit = units_[at];
            at ^= offset(unit);
            if (at >= units_.size()) return std::string::npos;
            if ((unit & 0x100U) != 0) {
                const std::size_t value = units_[at] & 0x7FFFFFFFU;
                return value <= texts_.size() ? value : std::string::npos;
            }
        }
        return std::string::npos;
    }
    bool add_replacement(AlignedText& result, const AlignedText& text, std::size_t begin, std::size_t end) const {
        const std::size_t found = look_up(std::string_view(text.text).substr(begin, end - begin));
        if (found == std::string::npos) return false;
        const std::string_view replacement = std::string_view(texts_).substr(found);
        if (!replacement.empty() && (static_cast<unsigned char>(replacement[0]) & 0xC0U) == 0x80U) return false;
        TextSpan span = text.from[begin];
        for (std::size_t at = begin; at < end; ++at)
            span = {std::min(span.begin, text.from[at].begin), std::max(span.end, text.from[at].end)};
        result.add(replacement.substr(0, replacement.find('\0')), span);
        return true;
    }
    void add_cluster(AlignedText& result, const AlignedText& text, std::size_t begin, std::size_t end) const {
        if (end - begin <= longest_cluster && add_replacement(result, text, begin, end)) return;
        for (std::size_t at = begin; at < end;) {
            const std::size_t next = at + code_point_length(text.text[at]);
            if (!add_replacement(result, text, at, next)) result.add(text, at, next);
            at = next;
        }
    }

    std::vector<std::uint32_t> units_;
    std::string texts_;
};

}  // namespace

std::unique_ptr<const Normalizer> precompiled_normalizer(const std::string& base64, const std::string& source) {
    return std::make_unique<Precompiled>(base64, source);
}

}  // namespace glassformer
