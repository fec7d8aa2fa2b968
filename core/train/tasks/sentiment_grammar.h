// Opinions on films whose words alone say nothing: "not" turns every adjective round as often as not. One set joins
// opinions so that the last one counts, the other so that most of them do.
#pragma once

#include <vector>

#include "core/train/task.h"
#include "core/train/tasks/lexicon.h"

namespace glassformer {

class SentimentGrammar {
public:
    enum class Set { but, majority };
    static constexpr int negative = 0, positive = 1;  // classes

    struct Clause {
        int polar = 0;      // position of the adjective or the verb that judges
        int negation = -1;  // position of the word that turns it round; -1: there is none
        int polarity = negative;
    };
    struct Sentence {
        std::vector<int> tokens;
        std::vector<Clause> clauses;
        int polarity = negative;  // of the whole
    };

    /// The grammar, built once.
    static const SentimentGrammar& instance();

    const std::vector<std::string>& vocabulary() const { return lexicon_.words(); }
    int cls() const { return lexicon_.id("<cls>"); }

    /// A sentence of one half; where `cls` is set it begins with <cls>.
    Sentence draw(Random& random, Split split, Set set, bool cls) const;

private:
    SentimentGrammar();
    void clause(Random& random, int polarity, Sentence& sentence) const;
    void but(Random& random, Sentence& sentence) const;
    void majority(Random& random, Sentence& sentence) const;
    void word(std::string_view word, Sentence& sentence) const { lexicon_.append(word, sentence.tokens); }

    Lexicon lexicon_;
};

}  // namespace glassformer
