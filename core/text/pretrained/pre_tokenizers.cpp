#include <algorithm>
#include <array>

#include "core/base/utf8.h"
#include "core/text/pretrained/byte_alphabet.h"
#include "core/text/pretrained/code_point_classes.h"
#include "core/text/pretrained/metaspace.h"
#include "core/text/pretrained/part_reader.h"
#include "core/text/pretrained/pre_tokenizer.h"

namespace glassformer {

namespace {

using PreTokenizerOwner = std::unique_ptr<const PreTokenizer>;

/// GPT-2's pieces (Radford et al. 2019): contractions, words, numbers, signs, spaces.
const char* const gpt2_expression = R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

/// Writes every piece anew: write(result, piece) adds what it becomes.
template <class Write>
void rewrite(CutText& text, Write write) {
    CutText result;
    result.starts_original = text.starts_original;
    result.text.text.reserve(text.text.text.size() * 5 / 4);
    result.text.from.reserve(text.text.text.size() * 5 / 4);
    result.pieces.reserve(text.pieces.size());
    for (const TextPiece& piece : text.pieces) {
        const std::size_t begin = result.text.text.size();
        write(result.text, piece);
        if (result.text.text.size() > begin) result.pieces.push_back({begin, result.text.text.size()});
    }
    text = std::move(result);
}

class Sequence final : public PreTokenizer {
public:
    explicit Sequence(std::vector<PreTokenizerOwner> parts) : parts_(std::move(parts)) {}
    void cut(CutText& text, MatchBudget& budget) const override {
        for (const PreTokenizerOwner& part : parts_) part->cut(text, budget);
    }

private:
    std::vector<PreTokenizerOwner> parts_;
};
PreTokenizerOwner in_sequence(JsonObject& object) {
    return std::make_unique<Sequence>(read_parts(object, "pretokenizers", read_pre_tokenizer));
}

class ByteLevel final : public PreTokenizer {
public:
    explicit ByteLevel(JsonObject& object) : prefix_space_(object.boolean("add_prefix_space", true)) {
        object.boolean("trim_offsets", true);  // of the published offsets: ours are exact
        if (object.boolean("use_regex", true))
            words_ = cut_at(match_regex(gpt2_expression, object.source()), CutBehaviour::isolated);
    }
    void cut(CutText& text, MatchBudget& budget) const override {
        if (prefix_space_)
            rewrite(text, [&text](AlignedText& to, const TextPiece& piece) {
                if (text.text.text[piece.begin] != ' ') {
                    const std::uint32_t begin = text.text.from[piece.begin].begin;
                    to.add(U' ', {begin, begin});
                }
                to.add(text.text, piece.begin, piece.end);
            });
        if (words_) words_->cut(text, budget);
        rewrite(text, [&text](AlignedText& to, const TextPiece& piece) {
            add_in_byte_alphabet(to, text.text, piece.begin, piece.end);
        });
    }

private:
    bool prefix_space_;
    PreTokenizerOwner words_;
};

class Metaspace final : public PreTokenizer {
public:
    explicit Metaspace(JsonObject& object) : settings_(read_metaspace(object)) {
        append_utf8(sign_, settings_.replacement);
        if (settings_.split) pieces_ = cut_at(match_text(sign_), CutBehaviour::merged_with_next);
    }
    void cut(CutText& text, MatchBudget& budget) const override {
        rewrite(text, [&](AlignedText& to, const TextPiece& piece) {
            const TextSpan first = text.text.from[piece.begin];
            const bool starts = text.starts_original && (piece.begin == 0 || first.begin == 0);
            const bool wanted =
                settings_.scheme == MetaspaceScheme::always || (settings_.scheme == MetaspaceScheme::first && starts);
            const std::string_view written = text.piece(piece);
            if (wanted && !written.starts_with(' ') && !written.starts_with(sign_))
                to.add(settings_.replacement, {first.begin, first.begin});
            for (std::size_t at = piece.begin; at < piece.end;) {
                const std::size_t space = std::min(text.text.text.find(' ', at), piece.end);
                to.add(text.text, at, space);
                if (space < piece.end) to.add(settings_.replacement, text.text.from[space]);
                at = space + 1;
            }
        });
        if (pieces_) pieces_->cut(text, budget);
    }

private:
    MetaspaceSettings settings_;
    std::string sign_;  // the replacement
    PreTokenizerOwner pieces_;
};

constexpr std::array<std::string_view, 5> behaviour_names{"Removed", "Isolated", "MergedWithPrevious", "MergedWithNext",
                                                          "Contiguous"};
CutBehaviour read_behaviour(JsonObject& object, int otherwise) {
    return static_cast<CutBehaviour>(object.choice("behavior", behaviour_names, otherwise));
}

PreTokenizerOwner at_spaces(JsonObject&) { return cut_at(match_class(is_white_space), CutBehaviour::removed); }
PreTokenizerOwner bert_pieces(JsonObject& object) {
    std::vector<PreTokenizerOwner> parts;
    parts.push_back(at_spaces(object));
    parts.push_back(cut_at(match_class(is_tokenizer_punctuation), CutBehaviour::isolated));
    return std::make_unique<Sequence>(std::move(parts));
}
PreTokenizerOwner words_and_signs(JsonObject&) { return cut_at(match_words_and_signs(), CutBehaviour::removed, true); }
PreTokenizerOwner at_punctuation(JsonObject& object) {
    return cut_at(match_class(is_tokenizer_punctuation),
                  read_behaviour(object, static_cast<int>(CutBehaviour::isolated)));
}
PreTokenizerOwner at_digits(JsonObject& object) {
    return cut_at(match_class(is_number),
                  object.boolean("individual_digits", false) ? CutBehaviour::isolated : CutBehaviour::contiguous);
}
PreTokenizerOwner at_character(JsonObject& object) {
    std::string delimiter;
    append_utf8(delimiter, read_character(object, "delimiter"));
    return cut_at(match_text(std::move(delimiter)), CutBehaviour::removed);
}
PreTokenizerOwner at_pattern(JsonObject& object) {
    const CutBehaviour behaviour = read_behaviour(object, -1);
    const bool inverted = object.boolean("invert", false);
    return cut_at(read_pattern(object), behaviour, inverted);
}
PreTokenizerOwner by_script(JsonObject&) { return cut_at(match_scripts(), CutBehaviour::removed, true); }

template <class Kind>
PreTokenizerOwner made_pre_tokenizer(JsonObject& object) {
    return std::make_unique<Kind>(object);
}

constexpr std::array pre_tokenizer_kinds{
    PartKind<PreTokenizer>{"Sequence", in_sequence},
    PartKind<PreTokenizer>{"ByteLevel", made_pre_tokenizer<ByteLevel>},
    PartKind<PreTokenizer>{"BertPreTokenizer", bert_pieces},
    PartKind<PreTokenizer>{"Whitespace", words_and_signs},
    PartKind<PreTokenizer>{"WhitespaceSplit", at_spaces},
    PartKind<PreTokenizer>{"Punctuation", at_punctuation},
    PartKind<PreTokenizer>{"Digits", at_digits},
    PartKind<PreTokenizer>{"CharDelimiterSplit", at_character},
    PartKind<PreTokenizer>{"Metaspace", made_pre_tokenizer<Metaspace>},
    PartKind<PreTokenizer>{"Split", at_pattern},
    PartKind<PreTokenizer>{"UnicodeScripts", by_script},
};

}  // namespace

PreTokenizerOwner read_pre_tokenizer(JsonObject& object) { return read_part(object, pre_tokenizer_kinds); }

}  // namespace glassformer
