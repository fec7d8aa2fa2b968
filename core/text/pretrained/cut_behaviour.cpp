#include <algorithm>

#include "core/text/pretrained/pre_tokenizer.h"

namespace glassformer {

namespace {

/// A part of a piece: a match, or what lies between two.
struct PiecePart {
    std::size_t begin, end;
    bool match;
};

/// Two parts become one where the second rule says so, from the left or from the right.
bool joins(CutBehaviour behaviour, bool match, bool match_before) {
    return behaviour == CutBehaviour::contiguous ? match == match_before : match && !match_before;
}

class CutAtMatches final : public PreTokenizer {
public:
    CutAtMatches(std::unique_ptr<const Matcher> matcher, CutBehaviour behaviour, bool inverted)
        : matcher_(std::move(matcher)), behaviour_(behaviour), inverted_(inverted) {}

    void cut(CutText& text, MatchBudget& budget) const override {
        std::vector<TextPiece> pieces;
        pieces.reserve(text.pieces.size());
        std::vector<TextMatch> matches;
        std::vector<PiecePart> parts;
        for (const TextPiece& piece : text.pieces) {
            matches.clear();
            matcher_->find(text.piece(piece), matches, budget);
            parts.clear();
            std::size_t done = piece.begin;
            for (const TextMatch& match : matches) {
                const std::size_t begin = piece.begin + match.begin, end = piece.begin + match.end;
                if (begin > done) parts.push_back({done, begin, inverted_});
                parts.push_back({begin, end, !inverted_});
                done = end;
            }
            if (done < piece.end) parts.push_back({done, piece.end, inverted_});
            add(pieces, parts);
        }
        text.pieces = std::move(pieces);
    }

private:
    void add(std::vector<TextPiece>& pieces, const std::vector<PiecePart>& parts) const {
        const auto keep = [&pieces](std::size_t begin, std::size_t end) {
            if (begin < end) pieces.push_back({begin, end});
        };
        if (behaviour_ == CutBehaviour::removed || behaviour_ == CutBehaviour::isolated) {
            for (const PiecePart& part : parts)
                if (!part.match || behaviour_ == CutBehaviour::isolated) keep(part.begin, part.end);
            return;
        }
        std::vector<PiecePart> joined;
        const auto join = [&](const PiecePart& part, bool match_before) {
            if (joined.empty() || !joins(behaviour_, part.match, match_before))
                joined.push_back(part);
            else
                joined.back() = {std::min(joined.back().begin, part.begin), std::max(joined.back().end, part.end),
                                 true};
        };
        bool before = false;
        if (behaviour_ == CutBehaviour::merged_with_next) {
            for (auto part = parts.rbegin(); part != parts.rend(); before = part->match, ++part) join(*part, before);
            for (auto part = joined.rbegin(); part != joined.rend(); ++part) keep(part->begin, part->end);
            return;
        }
        for (const PiecePart& part : parts) {
            join(part, before);
            before = part.match;
        }
        for (const PiecePart& part : joined) keep(part.begin, part.end);
    }

    std::unique_ptr<const Matcher> matcher_;
    CutBehaviour behaviour_;
    bool inverted_;
};

}  // namespace

std::unique_ptr<const PreTokenizer> cut_at(std::unique_ptr<const Matcher> matcher, CutBehaviour behaviour,
                                           bool inverted) {
    return std::make_unique<CutAtMatches>(std::move(matcher), behaviour, inverted);
}

}  // namespace glassformer
