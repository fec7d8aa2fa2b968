// A text with everything that the page shows of its way to ids, made beside the frames and not changed afterwards.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "core/text/pretrained/merge_states.h"
#include "core/text/pretrained/tokenizing_steps.h"
#include "core/text/tokenizer.h"

namespace glassformer {

/// Longest text whose steps are kept, in bytes: of a longer one the beginning is shown.
inline constexpr std::size_t longest_shown_text = 8192;

/// A stretch of a row: what is written, and which token and piece it belongs to (−1: none).
struct RowItem {
    std::string text, below = {};
    bool marked = false;
    int token = -1, piece = -1;
};

/// Where the “▁” of a text come from: spaces, or nothing.
struct WordMarkers {
    std::size_t spaces = 0, put = 0;
    bool put_first = false;  // the first one comes from nothing
};

/// What bytes are written as in a byte-level tokenizer: whether one is a space, and the first character of several.
struct ByteLetters {
    bool space = false;
    std::string spelled = {}, character = {};  // "Ã©", "é"; empty: there is none
    std::size_t bytes = 0;                     // of that character
};
/// Of text in that alphabet; nothing of a text with other letters.
ByteLetters letters_of_bytes(const std::string& text);

/// What is made into tokens by itself.
struct ShownPiece {
    const TokenizingSteps::Stretch* stretch = nullptr;  // null: an added token, or a tokenizer without steps
    const TokenizingSteps::Piece* piece = nullptr;
    int first = 0, tokens = 1;  // of `whole`
    bool added = false;
    MergeStates merges = {};
};

struct TokenizedText {
    std::shared_ptr<const Tokenizer> tokenizer;
    std::string text;            // its beginning, where it is longer than longest_shown_text
    std::size_t bytes = 0;       // of the whole text
    std::size_t characters = 0;  // of `text`
    std::string error = {};      // why it has no tokens; "" otherwise
    TokenizingSteps steps = {};
    Encoding whole = {};
    std::vector<int> piece_of = {};  // of each token of `whole`; −1: the model expects it around the text
    std::vector<ShownPiece> pieces = {};
    bool normalization_changed = false, normalization_marked = false;  // marked: characters of `normalized` are
    WordMarkers normalized_markers = {}, markers = {};                 // of the normalized text, and of the pieces
    ByteLetters byte_letters = {};                                     // of the pieces
    bool segments = false;
    bool spaces_dropped = false;  // no piece has any of the spaces between them
    std::vector<RowItem> typed = {}, normalized = {}, cut = {}, tokens = {};
    std::vector<RowItem> stretches = {};  // of each token: what it comes from in the text, else itself; below, its id

    /// Steps of a piece's model; 0 where there are none to show.
    int step_count(int piece) const;
};

/// Does not throw for a text that the tokenizer refuses: `error` says why.
std::shared_ptr<const TokenizedText> tokenized_text(std::shared_ptr<const Tokenizer> tokenizer, std::string text);

/// Bytes as text where they are UTF-8, else in hexadecimal: "E2 80".
std::string bytes_or_text(const std::string& bytes);
std::string hex_bytes(std::string_view bytes);

/// Where each character of a text begins, and its end.
std::vector<std::size_t> character_borders(std::string_view text);

}  // namespace glassformer
