// A French and an English text that grow side by side, every English word with the French words it comes from; and the
// noun phrase, where French agrees, elides and puts some adjectives behind the noun.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/train/tasks/translation_words.h"

namespace glassformer::translation {

/// A sentence in both languages with its gold alignment.
struct Draft {
    std::vector<std::string_view> french, english;
    std::vector<std::vector<int>> sources;  // of each English word: the French positions it comes from, ascending

    /// Appends a French word. Returns its position.
    int say(std::string_view word);
    /// Appends English words, cut at spaces; all of them come from these French words.
    void tell(std::string_view words, const std::vector<int>& from);
    /// Appends another draft.
    void join(const Draft& next);
};

/// The words with a space between two.
std::string text_of(const std::vector<std::string_view>& words);

/// True where a word before it drops its vowel; of nouns with an h, Noun::elides knows.
bool starts_with_vowel(std::string_view word);

enum class Determiner { the, a, my, this_ };

/// "mon vieil homme heureux", "my old happy man".
struct NounPhrase {
    const Noun* noun = nullptr;
    Determiner determiner = Determiner::the;
    const Adjective* before = nullptr;  // null: none
    const Adjective* after = nullptr;
};

/// Where its words stand in the French text; -1: it has none.
struct NounPhrasePlaces {
    int determiner = -1, before = -1, noun = -1, after = -1;
};

/// A noun of one of the kinds, with an adjective in the given share of phrases: 40 % of these before the noun, 45 %
/// behind it, 15 % both. Without `indefinite`, never "a".
NounPhrase draw_noun_phrase(Random& random, unsigned kinds, double adjectives, bool indefinite);

/// An adjective that goes with the kind; null where none of them does.
const Adjective* draw_adjective(Random& random, std::span<const Adjective> adjectives, unsigned kind);

std::string_view form(const Adjective& adjective, bool feminine);

NounPhrasePlaces say(const NounPhrase& phrase, Draft& draft);
void tell(const NounPhrase& phrase, const NounPhrasePlaces& places, Draft& draft);

}  // namespace glassformer::translation
