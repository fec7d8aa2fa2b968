// Sentences whose verb belongs to its subject in kind and number, past another noun that would want another verb: "the
// dogs beside the lion bark". The verb comes behind its subject, and what stands first is not always the subject.
#pragma once

#include <vector>

#include "core/train/task.h"
#include "core/train/tasks/lexicon.h"

namespace glassformer {

class AgreementGrammar {
public:
    struct Sentence {
        std::vector<int> tokens;
        int subject = 0, verb = 0;  // positions
        int distractor = -1;        // position of the other noun; -1: there is none
        bool mismatch = false;      // the other noun has the other number
        bool fronted = false;       // the other noun stands before the subject
    };

    /// The grammar, built once.
    static const AgreementGrammar& instance();

    const std::vector<std::string>& vocabulary() const { return lexicon_.words(); }
    int mask() const { return lexicon_.id("<mask>"); }
    int start() const { return lexicon_.id("<start>"); }
    int words() const { return words_; }  // ids below this are words, the others special

    Sentence draw(Random& random, Split split) const;

private:
    AgreementGrammar();
    int noun_phrase(Random& random, int noun, bool plural, std::vector<int>& tokens) const;

    Lexicon lexicon_;
    int words_ = 0;
};

}  // namespace glassformer
