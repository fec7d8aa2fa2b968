#include "core/train/tasks/translation_phrase.h"

#include <algorithm>

#include "core/train/tasks/lexicon.h"

namespace glassformer::translation {

int Draft::say(std::string_view word) {
    french.push_back(word);
    return static_cast<int>(french.size()) - 1;
}

void Draft::tell(std::string_view words, const std::vector<int>& from) {
    for (const std::string_view word : words_of(words)) {
        english.push_back(word);
        sources.push_back(from);
    }
}

void Draft::join(const Draft& next) {
    const auto behind = static_cast<int>(french.size());
    french.insert(french.end(), next.french.begin(), next.french.end());
    english.insert(english.end(), next.english.begin(), next.english.end());
    for (std::vector<int> from : next.sources) {
        for (int& position : from) position += behind;
        sources.push_back(std::move(from));
    }
}

std::string text_of(const std::vector<std::string_view>& words) {
    std::string text;
    for (const std::string_view word : words) text.append(text.empty() ? "" : " ").append(word);
    return text;
}

bool starts_with_vowel(std::string_view word) {
    constexpr auto vowels = std::to_array<std::string_view>({"a", "e", "i", "o", "u", "é", "ê"});
    return std::ranges::any_of(vowels, [&](std::string_view vowel) { return word.starts_with(vowel); });
}

const Adjective* draw_adjective(Random& random, std::span<const Adjective> adjectives, unsigned kind) {
    std::vector<const Adjective*> fitting;
    for (const Adjective& adjective : adjectives)
        if ((adjective.kinds & kind) != 0) fitting.push_back(&adjective);
    return fitting.empty() ? nullptr
                           : fitting[static_cast<std::size_t>(random.below(static_cast<int>(fitting.size())))];
}

NounPhrase draw_noun_phrase(Random& random, unsigned kinds, double adjectives, bool indefinite) {
    constexpr double before_only = 0.40, after_only = 0.45;  // of those with an adjective; the others have both
    std::vector<const Noun*> fitting;
    for (const Noun& noun : nouns)
        if ((noun.kind & kinds) != 0) fitting.push_back(&noun);
    NounPhrase phrase;
    phrase.noun = fitting[static_cast<std::size_t>(random.below(static_cast<int>(fitting.size())))];
    constexpr std::array determiners{Determiner::the, Determiner::the, Determiner::my, Determiner::this_,
                                     Determiner::a};
    phrase.determiner = determiners.at(static_cast<std::size_t>(random.below(indefinite ? 5 : 4)));
    if (!chance(adjectives, random)) return phrase;
    const double which = random.uniform();
    const bool before = which < before_only || which >= before_only + after_only, after = which >= before_only;
    if (before) phrase.before = draw_adjective(random, adjectives_before, phrase.noun->kind);
    if (after) phrase.after = draw_adjective(random, adjectives_after, phrase.noun->kind);
    return phrase;
}

std::string_view form(const Adjective& adjective, bool feminine) {
    return feminine ? adjective.feminine : adjective.masculine;
}

namespace {

std::string_view french_determiner(const NounPhrase& phrase) {
    const bool feminine = phrase.noun->feminine;
    const bool vowel = phrase.before == nullptr && phrase.noun->elides;  // all those adjectives begin with a consonant
    switch (phrase.determiner) {
        case Determiner::the: return vowel ? "l'" : feminine ? "la" : "le";
        case Determiner::a: return feminine ? "une" : "un";
        case Determiner::my: return feminine && !vowel ? "ma" : "mon";
        case Determiner::this_: break;
    }
    return feminine ? "cette" : vowel ? "cet" : "ce";
}

std::string_view english_determiner(const NounPhrase& phrase) {
    switch (phrase.determiner) {
        case Determiner::the: return "the";
        case Determiner::a: break;
        case Determiner::my: return "my";
        case Determiner::this_: return "this";
    }
    const std::string_view next = phrase.before != nullptr  ? phrase.before->english
                                  : phrase.after != nullptr ? phrase.after->english
                                                            : phrase.noun->english;
    return starts_with_vowel(next) ? "an" : "a";
}

}  // namespace

NounPhrasePlaces say(const NounPhrase& phrase, Draft& draft) {
    const Noun& noun = *phrase.noun;
    NounPhrasePlaces places;
    places.determiner = draft.say(french_determiner(phrase));
    if (phrase.before != nullptr) {
        const bool vowel = !noun.feminine && noun.elides;
        places.before = draft.say(vowel ? phrase.before->before_vowel : form(*phrase.before, noun.feminine));
    }
    places.noun = draft.say(noun.french);
    if (phrase.after != nullptr) places.after = draft.say(form(*phrase.after, noun.feminine));
    return places;
}

void tell(const NounPhrase& phrase, const NounPhrasePlaces& places, Draft& draft) {
    draft.tell(english_determiner(phrase), {places.determiner});
    if (phrase.before != nullptr) draft.tell(phrase.before->english, {places.before});
    if (phrase.after != nullptr) draft.tell(phrase.after->english, {places.after});
    draft.tell(phrase.noun->english, {places.noun});
}

}  // namespace glassformer::translation
