// One token a character (code point), and one for each special token that the text spells out: "a<sep>b" has three.
#pragma once

#include "core/text/vocabulary.h"

namespace glassformer {

class CharacterTokenizer final : public Tokenizer {
public:
    CharacterTokenizer(Vocabulary vocabulary, bool lowercase);

    Encoding encode(std::string_view text) const override;
    std::string decode(std::span<const int> ids) const override;
    std::string token(int id) const override { return vocabulary_.spelling(id); }
    int size() const override { return vocabulary_.size(); }
    int unknown_id() const override { return vocabulary_.unknown_id(); }
    int find(std::string_view token) const override { return vocabulary_.find(token); }

private:
    Vocabulary vocabulary_;
    bool lowercase_;
};

}  // namespace glassformer
