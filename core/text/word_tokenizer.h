// One token a word, a punctuation mark, a cut-off ending or beginning: with the ending "n't", "He didn't." is he, did,
// n't and the full stop; with the beginning "l'", "l'homme" is l' and homme. An apostrophe between letters belongs to
// the word, one behind a beginning to that, and ’ counts as '.
#pragma once

#include "core/text/vocabulary.h"

namespace glassformer {

class WordTokenizer final : public Tokenizer {
public:
    /// `endings` are cut off the end of a word, `beginnings` off its front, the longest that fits first, as long as
    /// something is left.
    WordTokenizer(Vocabulary vocabulary, bool lowercase, const std::vector<std::string>& endings,
                  const std::vector<std::string>& beginnings = {});

    Encoding encode(std::string_view text) const override;

    /// Joins the tokens with spaces: none before closing punctuation and endings, none after opening brackets and
    /// beginnings.
    std::string decode(std::span<const int> ids) const override;

    std::string token(int id) const override { return vocabulary_.spelling(id); }
    int size() const override { return vocabulary_.size(); }
    int unknown_id() const override { return vocabulary_.unknown_id(); }
    int find(std::string_view token) const override { return vocabulary_.find(token); }

private:
    struct Piece {
        std::size_t begin, end;  // bytes of the text
        std::string key;         // as the vocabulary would spell it
    };
    std::vector<Piece> split_word(std::string_view text, std::size_t begin, std::size_t end) const;
    std::string normal(std::string_view word) const;

    Vocabulary vocabulary_;
    bool lowercase_;
    std::vector<std::string> endings_, beginnings_;  // normal, longest first
};

}  // namespace glassformer
