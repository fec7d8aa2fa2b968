// One sentence of the translation tasks: what it says, drawn at random, and how it is said in both languages. French
// puts object pronouns before the verb, negates around it and makes its past of two words; English does none of this.
#pragma once

#include <optional>

#include "core/train/tasks/translation_phrase.h"

namespace glassformer::translation {

enum class Negation { none, not_, never };

/// What is said. Exactly one of `pronoun` and `subject` is there; `verb` is null for the copula, which has `quality`.
struct Clause {
    const Pronoun* pronoun = nullptr;
    std::optional<NounPhrase> subject = {};
    const Verb* verb = nullptr;
    bool past = false;  // passé composé; never of the copula
    Negation negation = Negation::none;
    const Clitic* clitic = nullptr;
    std::optional<NounPhrase> object = {};
    const Pair* adverb = nullptr;        // behind the finite verb; not with a negation
    const Adjective* quality = nullptr;  // of the copula
    bool very = false;
    const Preposition* preposition = nullptr;
    NounPhrase behind_preposition = {};
    const Pair* time = nullptr;
    bool time_first = false;
};

Clause draw_clause(Random& random);
Draft write(const Clause& clause);

}  // namespace glassformer::translation
