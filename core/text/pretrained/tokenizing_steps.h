// How a text became tokens, step by step: what a window shows, and what is left out where only the ids are asked for.
#pragma once

#include <string>
#include <vector>

#include "core/text/pretrained/aligned_text.h"
#include "core/text/pretrained/subword_model.h"
#include "core/text/tokenizer.h"

namespace glassformer {

struct TokenizingSteps {
    /// What the model makes into tokens by itself.
    struct Piece {
        std::size_t begin, end;           // bytes of the text that was cut (Stretch::cut)
        TextSpan from;                    // what it came from
        PieceSteps model;                 // nothing for WordLevel
        std::size_t first_token, tokens;  // of `tokens` below
    };
    /// A stretch of normalized text: an added token, or what is cut into pieces.
    struct Stretch {
        std::size_t begin, end;  // bytes of Part::normalized
        int added = -1;          // id of the added token
        AlignedText cut;         // as the pre-tokenizer left it: byte-level letters, ▁ for spaces
        std::vector<Piece> pieces{};
    };
    /// A part of the text: an added token, or what is normalized.
    struct Part {
        std::size_t begin, end;  // bytes of the text
        int added = -1;          // id of the added token
        AlignedText normalized{};
        std::vector<Stretch> stretches{};
    };
    std::vector<Part> parts;
    Encoding tokens;  // of the text
    Encoding whole;   // with what the model expects around them
};

}  // namespace glassformer
