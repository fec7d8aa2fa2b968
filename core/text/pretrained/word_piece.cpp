#include <algorithm>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/text/pretrained/aligned_text.h"
#include "core/text/pretrained/subword_model.h"

namespace glassformer {

namespace {

class WordPiece final : public SubwordModel {
public:
    WordPiece(PieceVocabulary vocabulary, WordPieceSettings settings, const std::string& source)
        : vocabulary_(std::move(vocabulary)),
          settings_(std::move(settings)),
          unknown_(vocabulary_.find(settings_.unknown)) {
        if (unknown_ < 0) throw Error(source + " does not have the unknown token " + in_quotes(settings_.unknown));
        for (const std::string& spelling : vocabulary_.spellings()) longest_ = std::max(longest_, spelling.size());
    }

    void encode(std::string_view piece, std::vector<PieceToken>& tokens, PieceSteps* steps) const override {
        WordPieceSteps* shown = steps == nullptr ? nullptr : &steps->emplace<WordPieceSteps>();
        if (shown != nullptr) shown->prefix = settings_.prefix;
        const std::size_t first = tokens.size();
        const auto unknown = [&] {
            tokens.resize(first);
            tokens.push_back({unknown_, 0, piece.size(), true});
        };
        std::size_t characters = 0;
        for (std::size_t at = 0; at < piece.size() && characters <= settings_.longest_word; ++characters)
            at += code_point_length(piece[at]);
        if (characters > settings_.longest_word) {
            if (shown != nullptr) shown->too_long = true;
            unknown();
            return;
        }
        std::string key;
        for (std::size_t begin = 0; begin < piece.size();) {
            std::size_t end = piece.size();
            const std::string& prefix = begin > 0 ? settings_.prefix : std::string();
            if (shown == nullptr)  // nothing longer can be in the vocabulary
                while (end - begin + prefix.size() > longest_ && end > begin) end = before(piece, end);
            int id = -1;
            for (; end > begin; end = before(piece, end)) {
                key.assign(prefix).append(piece, begin, end - begin);
                id = vocabulary_.find(key);
                if (shown != nullptr) shown->tries.push_back({begin, end, id});
                if (id >= 0) break;
            }
            if (id < 0) {
                unknown();
                return;
            }
            tokens.push_back({id, begin, end});
            begin = end;
        }
    }

    const PieceVocabulary& vocabulary() const override { return vocabulary_; }
    int unknown_id() const override { return unknown_; }
    std::string_view kind() const override { return "WordPiece"; }

private:
    /// Where the code point before this byte begins.
    static std::size_t before(std::string_view text, std::size_t at) {
        do --at;
        while ((static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U);
        return at;
    }

    PieceVocabulary vocabulary_;
    WordPieceSettings settings_;
    int unknown_;
    std::size_t longest_ = 0;  // spelling, in bytes
};

class WordLevel final : public SubwordModel {
public:
    WordLevel(PieceVocabulary vocabulary, const std::string& unknown)
        : vocabulary_(std::move(vocabulary)), unknown_(unknown.empty() ? -1 : vocabulary_.find(unknown)) {}

    void encode(std::string_view piece, std::vector<PieceToken>& tokens, PieceSteps*) const override {
        const int id = vocabulary_.find(piece);
        if (id < 0 && unknown_ < 0)
            throw Error("the vocabulary has neither " + in_quotes(piece) + " nor an unknown token");
        tokens.push_back({id < 0 ? unknown_ : id, 0, piece.size(), id < 0});
    }

    const PieceVocabulary& vocabulary() const override { return vocabulary_; }
    int unknown_id() const override { return unknown_; }
    std::string_view kind() const override { return "WordLevel"; }

private:
    PieceVocabulary vocabulary_;
    int unknown_;
};

}  // namespace

std::unique_ptr<const SubwordModel> make_word_piece(PieceVocabulary vocabulary, const WordPieceSettings& settings,
                                                    const std::string& source) {
    return std::make_unique<WordPiece>(std::move(vocabulary), settings, source);
}

std::unique_ptr<const SubwordModel> make_word_level(PieceVocabulary vocabulary, const std::string& unknown) {
    return std::make_unique<WordLevel>(std::move(vocabulary), unknown);
}

}  // namespace glassformer
