#include "app/views/experiments/tokens/tokenized_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "app/paint/visible_text.h"
#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/text/pretrained/byte_alphabet.h"
#include "core/text/pretrained/pretrained_tokenizer.h"

namespace glassformer {

std::string hex_bytes(std::string_view bytes) {
    std::string text;
    for (const char byte : bytes)
        text +=
            fmt::format("{}{:02X}", text.empty() ? "" : " ", static_cast<unsigned>(static_cast<unsigned char>(byte)));
    return text;
}

std::string bytes_or_text(const std::string& bytes) {
    try {
        static_cast<void>(code_points(bytes));
    } catch (const Error&) {
        return hex_bytes(bytes);
    }
    return visible_text(bytes);
}

std::vector<std::size_t> character_borders(std::string_view text) {
    std::vector<std::size_t> borders;
    for (std::size_t at = 0; at < text.size(); at += code_point_length(text[at])) borders.push_back(at);
    borders.push_back(text.size());
    return borders;
}

ByteLetters letters_of_bytes(const std::string& text) {
    ByteLetters letters;
    const std::vector<std::size_t> borders = character_borders(text);
    const std::string bytes = bytes_of_letters(text);
    if (bytes.size() + 1 != borders.size()) return letters;
    letters.space = bytes.find(' ') != std::string::npos;
    for (std::size_t i = 0; i < bytes.size() && letters.spelled.empty(); ++i) {
        const bool leads = (static_cast<unsigned char>(bytes[i]) & 0xC0U) == 0xC0U;
        const std::size_t length = leads ? code_point_length(bytes[i]) : 1;
        if (length == 1 || i + length > bytes.size()) continue;
        letters.spelled = text.substr(borders[i], borders[i + length] - borders[i]);
        letters.character = bytes_or_text(bytes.substr(i, length));
        letters.bytes = length;
    }
    return letters;
}

int TokenizedText::step_count(int piece) const {
    if (piece < 0 || pieces[static_cast<std::size_t>(piece)].piece == nullptr) return 0;
    const ShownPiece& shown = pieces[static_cast<std::size_t>(piece)];
    const PieceSteps& model = shown.piece->model;
    if (std::holds_alternative<BpeSteps>(model)) return static_cast<int>(shown.merges.merges());
    if (const auto* tries = std::get_if<WordPieceSteps>(&model)) return static_cast<int>(tries->tries.size());
    if (std::holds_alternative<UnigramSteps>(model)) {
        const std::string_view made_of =
            std::string_view(shown.stretch->cut.text).substr(shown.piece->begin, shown.piece->end - shown.piece->begin);
        return static_cast<int>(character_borders(made_of).size()) - 1;
    }
    return 0;
}

namespace {

/// The longest beginning of at most so many bytes that ends between characters.
std::string beginning_of(std::string text, std::size_t most) {
    if (text.size() <= most) return text;
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
    text.resize(most);
    return text;
}

/// With ␣ for every space.
std::string with_visible_spaces(std::string text) {
    const std::string sign = "␣";
    for (std::size_t at = text.find(' '); at != std::string::npos; at = text.find(' ', at + sign.size()))
        text.replace(at, 1, sign);
    return text;
}

/// Tokens of the text among those of `whole`, by their order.
std::vector<int> places_in_whole(const Encoding& whole) {
    std::vector<int> places;
    for (std::size_t i = 0; i < whole.size(); ++i)
        if (!whole[i].added_around) places.push_back(static_cast<int>(i));
    return places;
}

/// Those in bytes begin … end of the text, which came from `original`.
void count_markers(WordMarkers& markers, const AlignedText& text, std::size_t begin, std::size_t end,
                   std::string_view original) {
    constexpr char32_t marker = 0x2581;
    each_code_point(std::string_view(text.text).substr(begin, end - begin),
                    [&](char32_t c, std::size_t at, std::size_t) {
                        if (c != marker) return;
                        const TextSpan from = text.from[begin + at];
                        const std::string_view was = original.substr(from.begin, from.end - from.begin);
                        if (was.empty() && markers.spaces + markers.put == 0) markers.put_first = true;
                        if (was.empty()) ++markers.put;
                        if (was == " ") ++markers.spaces;
                    });
}

void add_normalized(TokenizedText& shown, const TokenizingSteps::Part& part) {
    const AlignedText& text = part.normalized;
    if (shown.text.compare(part.begin, part.end - part.begin, text.text) != 0) shown.normalization_changed = true;
    count_markers(shown.normalized_markers, text, 0, text.text.size(), shown.text);
    each_code_point(text.text, [&](char32_t, std::size_t begin, std::size_t end) {
        const TextSpan from = text.from[begin];
        const std::string_view now = std::string_view(text.text).substr(begin, end - begin),
                               before = std::string_view(shown.text).substr(from.begin, from.end - from.begin);
        const bool changed = now != before;
        shown.normalization_marked = shown.normalization_marked || changed;
        if (shown.normalized.empty() || shown.normalized.back().marked != changed ||
            shown.normalized.back().text.size() > 24)
            shown.normalized.push_back({.text = {}, .marked = changed});
        shown.normalized.back().text += now;
    });
}

void add_pieces(TokenizedText& shown) {
    const std::vector<int> places = places_in_whole(shown.whole);
    const bool byte_level = shown.tokenizer->pretrained()->byte_level();
    std::size_t next = 0;  // token of the text
    bool spaces = false, kept = false;
    const auto add = [&](ShownPiece piece, std::size_t tokens, const std::string& text) {
        if (tokens == 0) return;
        piece.first = places[next];
        piece.tokens = static_cast<int>(tokens);
        const auto index = static_cast<int>(shown.pieces.size());
        for (std::size_t i = 0; i < tokens; ++i) shown.piece_of[static_cast<std::size_t>(places[next + i])] = index;
        shown.cut.push_back({.text = text, .token = piece.first, .piece = index});
        shown.pieces.push_back(std::move(piece));
        next += tokens;
    };
    const auto spelling = [&](int id) { return visible_text(shown.tokenizer->token(id)); };
    for (const TokenizingSteps::Part& part : shown.steps.parts) {
        if (part.added >= 0) {
            shown.normalized.push_back({.text = shown.tokenizer->token(part.added)});
            add({.added = true}, 1, spelling(part.added));
            continue;
        }
        add_normalized(shown, part);
        spaces = spaces || part.normalized.text.find(' ') != std::string::npos;
        for (const TokenizingSteps::Stretch& stretch : part.stretches) {
            if (stretch.added >= 0) {
                add({.added = true}, 1, spelling(stretch.added));
                continue;
            }
            for (const TokenizingSteps::Piece& piece : stretch.pieces) {
                ShownPiece made{.stretch = &stretch, .piece = &piece};
                if (const auto* bpe = std::get_if<BpeSteps>(&piece.model)) made.merges = MergeStates(*bpe);
                const std::string_view from =
                    std::string_view(shown.text).substr(piece.from.begin, piece.from.end - piece.from.begin);
                kept = kept || from.find(' ') != std::string_view::npos;
                count_markers(shown.markers, stretch.cut, piece.begin, piece.end, shown.text);
                if (byte_level) {
                    ByteLetters letters =
                        letters_of_bytes(stretch.cut.text.substr(piece.begin, piece.end - piece.begin));
                    letters.space = letters.space || shown.byte_letters.space;
                    if (shown.byte_letters.spelled.empty())
                        shown.byte_letters = std::move(letters);
                    else
                        shown.byte_letters.space = letters.space;
                }
                add(std::move(made), piece.tokens,
                    visible_text(stretch.cut.text.substr(piece.begin, piece.end - piece.begin)));
            }
        }
    }
    shown.spaces_dropped = spaces && !kept && shown.markers.spaces + shown.markers.put == 0;
}

void add_tokens(TokenizedText& shown) {
    std::size_t done = 0;
    for (std::size_t i = 0; i < shown.whole.size(); ++i) {
        const EncodedToken& token = shown.whole[i];
        const auto index = static_cast<int>(i);
        shown.segments = shown.segments || token.type != 0;
        shown.tokens.push_back({.text = visible_text(shown.tokenizer->token(token.id)),
                                .below = std::to_string(token.id),
                                .token = index,
                                .piece = shown.piece_of[i]});
        shown.stretches.push_back(shown.tokens.back());
        if (token.end > token.begin)
            shown.stretches.back().text = bytes_or_text(shown.text.substr(token.begin, token.end - token.begin));
        if (token.added_around) continue;
        if (token.begin > done)
            shown.typed.push_back({.text = bytes_or_text(shown.text.substr(done, token.begin - done))});
        if (token.end > token.begin)
            shown.typed.push_back({.text = bytes_or_text(shown.text.substr(token.begin, token.end - token.begin)),
                                   .token = index,
                                   .piece = shown.piece_of[i]});
        done = std::max(done, token.end);
    }
    if (done < shown.text.size()) shown.typed.push_back({.text = bytes_or_text(shown.text.substr(done))});
    if (!shown.segments) return;
    for (std::size_t i = 0; i < shown.whole.size(); ++i)
        shown.tokens[i].below += fmt::format(" · {}", shown.whole[i].type);
}

void fill(TokenizedText& shown) {
    shown.characters = code_points(shown.text).size();
    const PretrainedTokenizer* const pretrained = shown.tokenizer->pretrained();
    if (pretrained != nullptr) {
        shown.steps = pretrained->steps(shown.text);
        shown.whole = shown.steps.whole;
    } else {
        shown.whole = shown.tokenizer->encode_with_special(shown.text);
    }
    shown.piece_of.assign(shown.whole.size(), -1);
    if (pretrained != nullptr) {
        add_pieces(shown);
    } else {
        for (std::size_t i = 0; i < shown.whole.size(); ++i) {
            shown.piece_of[i] = static_cast<int>(i);
            shown.pieces.push_back({.first = static_cast<int>(i)});
        }
    }
    add_tokens(shown);
    for (RowItem& item : shown.normalized) item.text = with_visible_spaces(visible_text(item.text));
}

}  // namespace

std::shared_ptr<const TokenizedText> tokenized_text(std::shared_ptr<const Tokenizer> tokenizer, std::string text) {
    const auto shown = std::make_shared<TokenizedText>();
    shown->tokenizer = std::move(tokenizer);
    shown->bytes = text.size();
    shown->text = beginning_of(std::move(text), longest_shown_text);
    try {
        fill(*shown);
    } catch (const std::exception& error) {
        const auto refused = std::make_shared<TokenizedText>();
        refused->tokenizer = shown->tokenizer;
        refused->text = shown->text;
        refused->bytes = shown->bytes;
        refused->error = error.what();
        return refused;
    }
    return shown;
}

}  // namespace glassformer
