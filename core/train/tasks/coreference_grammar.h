// Sentences in which "it" is one of two nouns and only the adjective says which: three families in two word orders
// each, so that neither position nor order gives the answer away, and nouns that play both roles, so that no word does.
// After the schemas of Winograd (1972) and Levesque, Davis and Morgenstern (2012).
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/train/task.h"

namespace glassformer {

class CoreferenceGrammar {
public:
    static constexpr int templates = 6;

    struct Sentence {
        std::vector<int> tokens;
        int it = 0;                   // position of "it"
        int referent = 0, other = 0;  // positions of the noun that "it" is and of the one that it is not
        int adjective = 0;            // position
        int pattern = 0;              // which template, 0 … 5
        Split split = Split::train;
    };

    /// The grammar, built once: every sentence, each in one half.
    static const CoreferenceGrammar& instance();

    const std::vector<std::string>& vocabulary() const { return vocabulary_; }
    const std::vector<Sentence>& sentences() const { return sentences_; }

    /// Indices of the sentences of one template in one half.
    const std::vector<int>& of(int pattern, Split split) const {
        return by_template_[static_cast<std::size_t>(pattern)][split == Split::train ? 0 : 1];
    }

private:
    CoreferenceGrammar();
    int id(std::string_view word) const;

    std::vector<std::string> vocabulary_;
    std::vector<Sentence> sentences_;
    std::array<std::array<std::vector<int>, 2>, templates> by_template_;
};

}  // namespace glassformer
