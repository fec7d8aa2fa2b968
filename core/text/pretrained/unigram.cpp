#include <algorithm>
#include <limits>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/text/pretrained/aligned_text.h"
#include "core/text/pretrained/piece_trie.h"
#include "core/text/pretrained/subword_model.h"

namespace glassformer {

namespace {

std::vector<std::string> spellings_of(const std::vector<ScoredPiece>& pieces) {
    std::vector<std::string> spellings;
    spellings.reserve(pieces.size());
    for (const ScoredPiece& piece : pieces) spellings.push_back(piece.spelling);
    return spellings;
}

class Unigram final : public SubwordModel {
public:
    Unigram(const std::vector<ScoredPiece>& pieces, int unknown, bool byte_fallback, const std::string& source)
        : vocabulary_(spellings_of(pieces), source),
          trie_(vocabulary_.spellings()),
          unknown_(unknown),
          bytes_(byte_fallback ? byte_pieces(vocabulary_) : std::vector<int>()) {
        if (!vocabulary_.warnings().empty())
            throw Error(vocabulary_.warnings().front() + ", but Unigram needs each piece once");
        double least = std::numeric_limits<double>::infinity();
        for (const ScoredPiece& piece : pieces) {
            scores_.push_back(piece.score);
            least = std::min(least, piece.score);
        }
        unknown_score_ = least - 10;
    }

    void encode(std::string_view piece, std::vector<PieceToken>& tokens, PieceSteps* steps) const override {
        struct Best {
            double sum = 0;
            std::size_t begin = std::string_view::npos;
            int id = -1;
            std::size_t edge = 0;
        };
        UnigramSteps* shown = steps == nullptr ? nullptr : &steps->emplace<UnigramSteps>();
        std::vector<Best> best(piece.size() + 1);
        const auto offer = [&](std::size_t begin, std::size_t end, int id, double score) {
            const double sum = best[begin].sum + score;
            if (shown != nullptr) shown->edges.push_back({begin, end, id, score, sum, false});
            Best& other = best[end];
            if (other.begin != std::string_view::npos && !(sum > other.sum)) return;
            other = {sum, begin, id, shown == nullptr ? 0 : shown->edges.size() - 1};
        };
        for (std::size_t begin = 0; begin < piece.size();) {
            const std::size_t next = begin + code_point_length(piece[begin]);
            bool single = false;
            trie_.each_prefix(piece.substr(begin), [&](int id, std::size_t length) {
                offer(begin, begin + length, id, scores_[static_cast<std::size_t>(id)]);
                single = single || begin + length == next;
            });
            if (!single) {
                if (unknown_ < 0)
                    throw Error("the vocabulary has neither " + in_quotes(piece.substr(begin, next - begin)) +
                                " nor an unknown token");
                offer(begin, next, unknown_, unknown_score_);
            }
            begin = next;
        }
        std::vector<Best*> path;
        for (std::size_t end = piece.size(); end > 0; end = best[end].begin) path.push_back(&best[end]);
        std::ranges::reverse(path);
        if (shown != nullptr) {
            for (const Best& end : best)
                if (end.begin != std::string_view::npos) shown->edges[end.edge].best = true;
            for (const Best* part : path) shown->chosen.push_back(part->edge);
        }
        for (std::size_t i = 0; i < path.size();) {
            std::size_t last = i;  // neighbouring unknown ones are one token
            if (path[i]->id == unknown_)
                while (last + 1 < path.size() && path[last + 1]->id == unknown_) ++last;
            const std::size_t begin = path[i]->begin,
                              end = last + 1 < path.size() ? path[last + 1]->begin : piece.size();
            if (path[i]->id == unknown_)
                add_unknown(piece, begin, end, tokens);
            else
                tokens.push_back({path[i]->id, begin, end});
            i = last + 1;
        }
    }

    const PieceVocabulary& vocabulary() const override { return vocabulary_; }
    int unknown_id() const override { return unknown_; }
    double score(int id) const override { return scores_[static_cast<std::size_t>(id)]; }
    bool has_scores() const override { return true; }
    bool byte_fallback() const override { return !bytes_.empty(); }
    std::string_view kind() const override { return "Unigram"; }

private:
    void add_unknown(std::string_view piece, std::size_t begin, std::size_t end,
                     std::vector<PieceToken>& tokens) const {
        const std::string_view text = piece.substr(begin, end - begin);
        const int id = vocabulary_.find(text);  // several unknown ones may be spelled as a piece together
        const auto byte_id = [this](char c) { return bytes_[static_cast<unsigned char>(c)]; };
        if (id < 0 && !bytes_.empty() && std::ranges::all_of(text, [&](char c) { return byte_id(c) >= 0; })) {
            for (std::size_t at = begin; at < end; ++at) tokens.push_back({byte_id(piece[at]), at, at + 1});
            return;
        }
        tokens.push_back({id < 0 ? unknown_ : id, begin, end, id < 0});
    }

    PieceVocabulary vocabulary_;
    PieceTrie trie_;
    int unknown_;
    std::vector<int> bytes_;  // empty without byte_fallback
    std::vector<double> scores_;
    double unknown_score_ = 0;
};

}  // namespace

std::unique_ptr<const SubwordModel> make_unigram(const std::vector<ScoredPiece>& pieces, int unknown,
                                                 bool byte_fallback, const std::string& source) {
    return std::make_unique<Unigram>(pieces, unknown, byte_fallback, source);
}

}  // namespace glassformer
