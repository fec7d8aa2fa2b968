// Cuts a normalized text into pieces; no token reaches from one into the next.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/text/pretrained/aligned_text.h"
#include "core/text/pretrained/matcher.h"

namespace glassformer {

class JsonObject;

/// Bytes of the text that is cut; never empty.
struct TextPiece {
    std::size_t begin, end;
};

struct CutText {
    AlignedText text;
    std::vector<TextPiece> pieces;  // in order, none overlapping; what lies between them is dropped
    bool starts_original = false;   // the text is a beginning of the original: "first" of Metaspace asks

    std::string_view piece(const TextPiece& piece) const {
        return std::string_view(text.text).substr(piece.begin, piece.end - piece.begin);
    }
};

class PreTokenizer {
public:
    virtual ~PreTokenizer() = default;

    /// Cuts the pieces further, and may write them anew. Throws Error as Normalizer::normalized().
    virtual void cut(CutText& text, MatchBudget& budget) const = 0;
};

/// The pre-tokenizer that {"type": …} describes. Throws Error naming the key for an unknown type and a wrong value.
std::unique_ptr<const PreTokenizer> read_pre_tokenizer(JsonObject& object);

/// What becomes of the matches that a text is cut at.
enum class CutBehaviour { removed, isolated, merged_with_previous, merged_with_next, contiguous };

/// Cuts every piece at its matches; `inverted`: what lies between matches counts as the matches.
std::unique_ptr<const PreTokenizer> cut_at(std::unique_ptr<const Matcher> matcher, CutBehaviour behaviour,
                                           bool inverted = false);

/// Cuts where the script changes; ideographs and kana count as one, spaces belong to what stands before them.
std::unique_ptr<const Matcher> match_scripts();

}  // namespace glassformer
