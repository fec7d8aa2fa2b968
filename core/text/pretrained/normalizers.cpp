#include <array>

#include "core/text/pretrained/byte_alphabet.h"
#include "core/text/pretrained/code_point_classes.h"
#include "core/text/pretrained/normalizer.h"
#include "core/text/pretrained/part_reader.h"

namespace glassformer {

namespace {

using NormalizerOwner = std::unique_ptr<const Normalizer>;

/// Passes each code point through put(result, code point, span), which adds what it becomes.
template <class Put>
AlignedText mapped(const AlignedText& text, Put put) {
    AlignedText result;
    result.text.reserve(text.text.size());
    result.from.reserve(text.text.size());
    each_code_point(text.text, [&](char32_t c, std::size_t begin, std::size_t) { put(result, c, text.from[begin]); });
    return result;
}

AlignedText lowercased(const AlignedText& text) {
    return mapped(text, [](AlignedText& result, char32_t c, TextSpan span) {
        const LowerCase lower = lower_case(c);
        result.add(lower.first, span);
        if (lower.second != 0) result.add(lower.second, span);
    });
}

AlignedText without(const AlignedText& text, bool (*drops)(char32_t)) {
    return mapped(text, [drops](AlignedText& result, char32_t c, TextSpan span) {
        if (!drops(c)) result.add(c, span);
    });
}

/// A normalizer without settings.
template <AlignedText (*normalize)(const AlignedText&)>
class Plain final : public Normalizer {
public:
    AlignedText normalized(AlignedText text, MatchBudget&) const override { return normalize(text); }
};
template <AlignedText (*normalize)(const AlignedText&)>
NormalizerOwner plain_normalizer(JsonObject&) {
    return std::make_unique<Plain<normalize>>();
}
template <NormalForm form>
AlignedText in_form(const AlignedText& text) {
    return in_normal_form(text, form);
}
AlignedText without_accents(const AlignedText& text) { return without(text, is_mark); }

/// What SentencePiece drops and turns into spaces before all else (its "nmt" rules).
AlignedText nmt_normalized(const AlignedText& text) {
    return mapped(text, [](AlignedText& result, char32_t c, TextSpan span) {
        const bool dropped =
            (c >= 1 && c <= 8) || c == 0xB || (c >= 0xE && c <= 0x1F) || c == 0x7F || c == 0x8F || c == 0x9F;
        const bool space = c == 9 || c == 0xA || c == 0xC || c == 0xD || c == 0x1680 || (c >= 0x200B && c <= 0x200F) ||
                           c == 0x2028 || c == 0x2029 || c == 0x2581 || c == 0xFEFF || c == 0xFFFD;
        if (!dropped) result.add(space ? U' ' : c, span);
    });
}

class InSequence final : public Normalizer {
public:
    explicit InSequence(std::vector<NormalizerOwner> parts) : parts_(std::move(parts)) {}
    AlignedText normalized(AlignedText text, MatchBudget& budget) const override {
        for (const NormalizerOwner& part : parts_) {
            text = part->normalized(std::move(text), budget);
            text.check_growth();
        }
        return text;
    }

private:
    std::vector<NormalizerOwner> parts_;
};
NormalizerOwner normalizer_sequence(JsonObject& object) {
    return std::make_unique<InSequence>(read_parts(object, "normalizers", read_normalizer));
}

class Strip final : public Normalizer {
public:
    explicit Strip(JsonObject& object)
        : left_(object.boolean("strip_left", false)), right_(object.boolean("strip_right", false)) {}
    AlignedText normalized(AlignedText text, MatchBudget&) const override {
        std::size_t first = text.text.size(), last = 0;
        each_code_point(text.text, [&](char32_t c, std::size_t begin, std::size_t end) {
            if (is_white_space(c)) return;
            first = std::min(first, begin);
            last = end;
        });
        const std::size_t begin = left_ ? first : 0, end = right_ ? last : text.text.size();
        AlignedText result;
        if (begin < end) result.add(text, begin, end);
        return result;
    }

private:
    bool left_, right_;
};

class Replace final : public Normalizer {
public:
    explicit Replace(JsonObject& object) : pattern_(read_pattern(object)), content_(object.string("content")) {}
    AlignedText normalized(AlignedText text, MatchBudget& budget) const override {
        std::vector<TextMatch> matches;
        pattern_->find(text.text, matches, budget);
        std::size_t bytes = text.text.size() + matches.size() * content_.size();
        for (const TextMatch& match : matches) bytes -= match.end - match.begin;
        AlignedText::check_length(bytes);  // before any of it is made
        AlignedText result;
        result.text.reserve(text.text.size());
        result.from.reserve(text.text.size());
        std::size_t done = 0;
        for (const TextMatch& match : matches) {
            result.add(text, done, match.begin);
            done = match.end;
            TextSpan span{};
            if (match.begin < match.end) {
                span = text.of_bytes(match.begin, match.end);
            } else if (!text.text.empty()) {  // inserted between two
                span.begin = match.begin < text.text.size() ? text.from[match.begin].begin : text.from.back().end;
                span.end = span.begin;
            }
            result.add(content_, span);
        }
        result.add(text, done, text.text.size());
        return result;
    }

private:
    std::unique_ptr<const Matcher> pattern_;
    std::string content_;
};

class Prepend final : public Normalizer {
public:
    explicit Prepend(JsonObject& object) : text_(object.string("prepend")) {}
    AlignedText normalized(AlignedText text, MatchBudget&) const override {
        if (text.text.empty()) return text;
        AlignedText result;
        result.add(text_, {text.from[0].begin, text.from[0].begin});
        result.add(text, 0, text.text.size());
        return result;
    }

private:
    std::string text_;
};

/// As BERT's own code prepares its text (Devlin et al. 2019).
class Bert final : public Normalizer {
public:
    explicit Bert(JsonObject& object)
        : clean_(object.boolean("clean_text", true)),
          chinese_(object.boolean("handle_chinese_chars", true)),
          lowercase_(object.boolean("lowercase", true)),
          strip_accents_(object.boolean("strip_accents", lowercase_)) {}

    AlignedText normalized(AlignedText text, MatchBudget&) const override {
        if (clean_)
            text = mapped(text, [](AlignedText& result, char32_t c, TextSpan span) {
                const bool kept_control = c == U'\t' || c == U'\n' || c == U'\r';
                if (c == 0 || c == 0xFFFD || (!kept_control && is_control_like(c))) return;
                result.add(is_white_space(c) ? U' ' : c, span);
            });
        if (chinese_)
            text = mapped(text, [](AlignedText& result, char32_t c, TextSpan span) {
                const bool spaced = is_chinese_character(c);
                if (spaced) result.add(U' ', span);
                result.add(c, span);
                if (spaced) result.add(U' ', span);
            });
        if (strip_accents_) text = without(in_normal_form(text, NormalForm::nfd), is_nonspacing_mark);
        return lowercase_ ? lowercased(text) : text;
    }

private:
    bool clean_, chinese_, lowercase_, strip_accents_;
};

template <class Kind>
NormalizerOwner made_normalizer(JsonObject& object) {
    return std::make_unique<Kind>(object);
}
NormalizerOwner read_precompiled(JsonObject& object) {
    return precompiled_normalizer(object.string("precompiled_charsmap"),
                                  object.source() + ": \"" + object.path() + "precompiled_charsmap\"");
}

constexpr std::array normalizer_kinds{
    PartKind<Normalizer>{"Sequence", normalizer_sequence},
    PartKind<Normalizer>{"NFC", plain_normalizer<in_form<NormalForm::nfc>>},
    PartKind<Normalizer>{"NFD", plain_normalizer<in_form<NormalForm::nfd>>},
    PartKind<Normalizer>{"NFKC", plain_normalizer<in_form<NormalForm::nfkc>>},
    PartKind<Normalizer>{"NFKD", plain_normalizer<in_form<NormalForm::nfkd>>},
    PartKind<Normalizer>{"Lowercase", plain_normalizer<lowercased>},
    PartKind<Normalizer>{"StripAccents", plain_normalizer<without_accents>},
    PartKind<Normalizer>{"Strip", made_normalizer<Strip>},
    PartKind<Normalizer>{"Replace", made_normalizer<Replace>},
    PartKind<Normalizer>{"Prepend", made_normalizer<Prepend>},
    PartKind<Normalizer>{"Nmt", plain_normalizer<nmt_normalized>},
    PartKind<Normalizer>{"ByteLevel", plain_normalizer<in_byte_alphabet>},
    PartKind<Normalizer>{"BertNormalizer", made_normalizer<Bert>},
    PartKind<Normalizer>{"Precompiled", read_precompiled},
};

}  // namespace

NormalizerOwner read_normalizer(JsonObject& object) { return read_part(object, normalizer_kinds); }

}  // namespace glassformer
