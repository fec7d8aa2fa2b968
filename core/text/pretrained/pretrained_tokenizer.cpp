#include "core/text/pretrained/pretrained_tokenizer.h"

#include <algorithm>
#include <unordered_map>

#include "core/base/error.h"
#include "core/text/pretrained/byte_alphabet.h"

namespace glassformer {

namespace {

void check_text(std::string_view text) {
    if (text.size() > longest_text)
        throw Error("the text has " + std::to_string(text.size()) + " bytes; at most " +
                    std::to_string(longest_text >> 20U) + " MB can be tokenized at once");
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        if (static_cast<unsigned char>(text[at]) < 0x80)
            ++at;
        else if (next_code_point(text, at) == U'\uFFFD' && at == begin + 1)
            throw Error("the text has invalid UTF-8 at byte " + std::to_string(begin));
    }
}

/// The letters of all bytes, as only a byte-level vocabulary has them: the 256 one-letter tokens.
bool spells_bytes(const PieceVocabulary& vocabulary) {
    constexpr unsigned some_of_them = 0xF5;  // from there on no byte occurs in UTF-8
    for (unsigned byte = 0; byte < some_of_them; ++byte) {
        std::string letter;
        append_utf8(letter, letter_of_byte(static_cast<unsigned char>(byte)));
        if (vocabulary.find(letter) < 0 && byte < 0xC0) return false;
    }
    return true;
}

/// Pieces come again and again: their tokens are kept.
class SeenPieces {
public:
    const std::vector<PieceToken>* find(std::string_view piece) const {
        const auto found = seen_.find(piece);
        return found == seen_.end() ? nullptr : &found->second;
    }
    void keep(std::string_view piece, const std::vector<PieceToken>& tokens) {
        constexpr std::size_t longest = 64, most = std::size_t{1} << 16U;
        if (piece.size() <= longest && seen_.size() < most) seen_.emplace(piece, tokens);
    }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };
    std::unordered_map<std::string, std::vector<PieceToken>, Hash, std::equal_to<>> seen_;
};

}  // namespace

/// One text on its way; `steps` may be null.
class PretrainedTokenizer::Run {
public:
    Run(const TokenizerParts& parts, std::string_view text, TokenizingSteps* steps)
        : parts_(parts), text_(text), steps_(steps) {}

    Encoding tokens() {
        std::size_t done = 0;
        for (const AddedMatch& match : parts_.added.find(text_, false)) {
            add_part(done, match.begin);
            const int id = parts_.added.tokens()[static_cast<std::size_t>(match.token)].id;
            if (steps_ != nullptr) steps_->parts.push_back({.begin = match.begin, .end = match.end, .added = id});
            put(id, {static_cast<std::uint32_t>(match.begin), static_cast<std::uint32_t>(match.end)}, false);
            done = match.end;
        }
        add_part(done, text_.size());
        return std::move(tokens_);
    }

private:
    void put(int id, TextSpan span, bool unknown) {
        const std::size_t begin = std::max<std::size_t>(span.begin, done_),
                          end = std::max<std::size_t>(span.end, begin);
        tokens_.push_back({id, begin, end, std::string(text_.substr(begin, end - begin)), unknown});
        done_ = end;
    }

    void add_part(std::size_t begin, std::size_t end) {
        if (begin == end) return;
        AlignedText text = AlignedText::part_of(text_, begin, end);
        if (parts_.normalizer) text = parts_.normalizer->normalized(std::move(text), budget_);
        TokenizingSteps::Part* part = nullptr;
        if (steps_ != nullptr) {
            part = &steps_->parts.emplace_back(TokenizingSteps::Part{.begin = begin, .end = end});
            part->normalized = text;
        }
        const std::vector<AddedMatch> matches = parts_.added.find(text.text, true);
        if (matches.empty()) {
            const std::size_t size = text.text.size();
            add_stretch(std::move(text), 0, size, begin == 0, part);
            return;
        }
        std::size_t done = 0;
        const auto add_between = [&](std::size_t to) {
            if (to == done) return;
            AlignedText between;
            between.add(text, done, to);
            add_stretch(std::move(between), done, to, begin == 0 && done == 0, part);
        };
        for (const AddedMatch& match : matches) {
            add_between(match.begin);
            const int id = parts_.added.tokens()[static_cast<std::size_t>(match.token)].id;
            if (part != nullptr)
                part->stretches.push_back({.begin = match.begin, .end = match.end, .added = id, .cut = {}});
            put(id, text.of_bytes(match.begin, match.end), false);
            done = match.end;
        }
        add_between(text.text.size());
    }

    void add_stretch(AlignedText text, std::size_t begin, std::size_t end, bool starts, TokenizingSteps::Part* part) {
        if (begin == end) return;
        CutText cut{.text = std::move(text), .pieces = {{0, end - begin}}, .starts_original = starts};
        if (parts_.pre_tokenizer) parts_.pre_tokenizer->cut(cut, budget_);
        TokenizingSteps::Stretch* stretch = nullptr;
        if (part != nullptr) {
            stretch = &part->stretches.emplace_back(TokenizingSteps::Stretch{.begin = begin, .end = end, .cut = {}});
            stretch->cut = cut.text;
        }
        for (const TextPiece& piece : cut.pieces) {
            const std::size_t first = tokens_.size();
            PieceSteps steps;
            for (const PieceToken& token : model_tokens(cut.piece(piece), stretch == nullptr ? nullptr : &steps))
                put(token.id, span_of(cut.text, piece.begin + token.begin, piece.begin + token.end), token.unknown);
            if (stretch != nullptr)
                stretch->pieces.push_back({piece.begin, piece.end, span_of(cut.text, piece.begin, piece.end),
                                           std::move(steps), first, tokens_.size() - first});
        }
    }
    TextSpan span_of(const AlignedText& text, std::size_t begin, std::size_t end) const {
        if (begin < end) return text.of_bytes(begin, end);
        const auto done = static_cast<std::uint32_t>(done_);
        return {done, done};
    }

    const std::vector<PieceToken>& model_tokens(std::string_view piece, PieceSteps* steps) {
        if (steps == nullptr)
            if (const std::vector<PieceToken>* seen = seen_.find(piece)) return *seen;
        fresh_.clear();
        parts_.model->encode(piece, fresh_, steps);
        if (steps == nullptr) seen_.keep(piece, fresh_);
        return fresh_;
    }

    const TokenizerParts& parts_;
    std::string_view text_;
    TokenizingSteps* steps_;
    MatchBudget budget_;
    SeenPieces seen_;
    std::vector<PieceToken> fresh_;
    Encoding tokens_;
    std::size_t done_ = 0;  // bytes of the text that tokens have so far
};

PretrainedTokenizer::PretrainedTokenizer(TokenizerParts parts, int rows, const std::string& source)
    : parts_(std::move(parts)),
      size_(std::max(rows, parts_.added.size())),
      byte_letters_(spells_bytes(parts_.model->vocabulary())) {
    if (rows > 0 && rows < parts_.added.size())
        throw Error(source + " has " + std::to_string(parts_.added.size()) +
                    " tokens, more than the model's vocabulary of " + std::to_string(rows));
}

Encoding PretrainedTokenizer::encode(std::string_view text) const {
    check_text(text);
    return Run(parts_, text, nullptr).tokens();
}

Encoding PretrainedTokenizer::encode_with_special(std::string_view text) const {
    return with_template(encode(text), text);
}

TokenizingSteps PretrainedTokenizer::steps(std::string_view text) const {
    check_text(text);
    TokenizingSteps steps;
    steps.tokens = Run(parts_, text, &steps).tokens();
    steps.whole = with_template(steps.tokens, text);
    return steps;
}

Encoding PretrainedTokenizer::with_template(Encoding tokens, std::string_view text) const {
    if (parts_.around.empty()) return tokens;
    Encoding whole;
    whole.reserve(tokens.size() + parts_.around.size());
    std::size_t at = 0;
    for (const TemplatePlace& place : parts_.around) {
        for (const int id : place.ids) {
            EncodedToken added{id, at, at, this->token(id), false};
            added.type = place.type;
            added.added_around = true;
            whole.push_back(std::move(added));
        }
        if (!place.text) continue;
        for (EncodedToken& token : tokens) {
            token.type = place.type;
            whole.push_back(std::move(token));
        }
        at = text.size();
    }
    return whole;
}

std::string PretrainedTokenizer::decode(std::span<const int> ids) const { return decoded(ids, true); }
std::string PretrainedTokenizer::decode_without_special(std::span<const int> ids) const { return decoded(ids, false); }

std::string PretrainedTokenizer::decoded(std::span<const int> ids, bool with_special) const {
    std::vector<std::string> spellings;
    spellings.reserve(ids.size());
    for (const int id : ids) {
        const AddedToken* added = parts_.added.with_id(id);
        std::string spelling = added != nullptr ? added->decoded : token(id);
        const bool named = added != nullptr || parts_.model->vocabulary().has(id);
        if (!named || (!with_special && parts_.added.is_special(spelling))) continue;
        spellings.push_back(std::move(spelling));
    }
    MatchBudget budget;
    if (parts_.decoder) parts_.decoder->decode(spellings, budget);
    std::string text;
    for (const std::string& spelling : spellings) {
        if (!parts_.decoder && &spelling != spellings.data()) text += ' ';
        text += spelling;
    }
    return text;
}

std::string PretrainedTokenizer::token(int id) const {
    if (id < 0 || id >= size_)
        throw Error("there is no token " + std::to_string(id) + " in a vocabulary of " + std::to_string(size_));
    if (const AddedToken* added = parts_.added.with_id(id)) return added->content;
    const PieceVocabulary& vocabulary = parts_.model->vocabulary();
    return vocabulary.has(id) ? vocabulary.spelling(id) : "<" + std::to_string(id) + ">";
}

int PretrainedTokenizer::find(std::string_view token) const {
    const int added = parts_.added.find_content(token);
    return added >= 0 ? added : parts_.model->vocabulary().find(token);
}

std::vector<std::string> PretrainedTokenizer::warnings() const {
    std::vector<std::string> all = parts_.model->vocabulary().warnings();
    if (!parts_.added.warning().empty()) all.push_back(parts_.added.warning());
    return all;
}

bool PretrainedTokenizer::is_special(int id) const {
    const AddedToken* added = parts_.added.with_id(id);
    return added != nullptr && added->special;
}

std::string PretrainedTokenizer::bytes(int id) const {
    std::string spelling = token(id);
    if (parts_.added.with_id(id) != nullptr) return spelling;
    if (byte_letters_) return bytes_of_letters(spelling);
    const std::vector<int> of_bytes = byte_pieces(parts_.model->vocabulary());
    const auto byte = std::ranges::find(of_bytes, id);
    return byte == of_bytes.end() ? spelling : std::string(1, static_cast<char>(byte - of_bytes.begin()));
}

}  // namespace glassformer
