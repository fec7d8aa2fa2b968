#include "core/train/tasks/translation_grammar.h"

#include <algorithm>

#include "core/train/tasks/split.h"
#include "core/train/tasks/translation_clause.h"

namespace glassformer {

namespace {

using translation::Draft;

constexpr auto of_lectures = std::to_array<std::string_view>({"il m' a entarté", "le chat noir ne mange pas la pomme"});

bool fits(const Draft& draft, int longest) {
    const auto inside = [&](std::size_t words) {
        return words >= static_cast<std::size_t>(TranslationGrammar::shortest) &&
               words <= static_cast<std::size_t>(longest);
    };
    return inside(draft.french.size()) && inside(draft.english.size());
}

Draft draw_single(Random& random) {
    Draft draft;
    do {
        draft = write(translation::draw_clause(random));
    } while (!fits(draft, TranslationGrammar::longest_single));
    return draft;
}

/// With 0.6, two sentences with "et" (twice as often) or "mais" between them.
Draft draw_compound(Random& random) {
    constexpr double joined = 0.6, with_and = 2.0 / 3;
    Draft draft;
    do {
        draft = draw_single(random);
        if (!chance(joined, random)) break;
        const translation::Pair& word = translation::conjunctions[chance(with_and, random) ? 0 : 1];
        draft.tell(word.english, {draft.say(word.french)});
        draft.join(draw_single(random));
    } while (!fits(draft, TranslationGrammar::longest_compound));
    return draft;
}

bool kept_out_of_training(const Draft& draft) {
    const std::string text = " " + translation::text_of(draft.french) + " ";
    return std::ranges::any_of(of_lectures, [&](std::string_view sentence) {
        return text.find(" " + std::string(sentence) + " ") != std::string::npos;
    });
}

std::vector<int> ids(const std::vector<std::string_view>& words, const Lexicon& lexicon) {
    std::vector<int> result;
    result.reserve(words.size());
    for (const std::string_view word : words) result.push_back(lexicon.id(word));
    return result;
}

void add_words(Lexicon& french, Lexicon& english) {
    using namespace translation;
    for (const Noun& noun : nouns) {
        french.add(noun.french);
        english.add(noun.english);
    }
    for (const std::span<const Adjective> adjectives :
         {std::span<const Adjective>(adjectives_before), std::span<const Adjective>(adjectives_after)})
        for (const Adjective& adjective : adjectives) {
            for (const std::string_view word : {adjective.masculine, adjective.feminine, adjective.before_vowel})
                french.add(word);
            english.add(adjective.english);
        }
    for (const std::span<const Verb> verbs :
         {std::span<const Verb>(transitive_verbs), std::span<const Verb>(intransitive_verbs)})
        for (const Verb& verb : verbs) {
            for (const std::string_view word : {verb.present, verb.participle}) french.add(word);
            for (const std::string_view word : {verb.base, verb.third, verb.past, verb.particle, verb.after_object})
                english.add(word);
        }
    for (const Pronoun& pronoun : pronouns) {
        for (const std::string_view word : {pronoun.french, pronoun.elided, pronoun.auxiliary}) french.add(word);
        english.add(pronoun.english);
    }
    for (const Clitic& clitic : clitics) {
        for (const std::string_view word : {clitic.full, clitic.elided}) french.add(word);
        english.add(clitic.english);
    }
    for (const Preposition& preposition : prepositions) {
        french.add(preposition.french);
        english.add(preposition.english);
    }
    for (const Pair& pair : adverbs) {
        french.add(pair.french);
        english.add(pair.english);
    }
    french.add(other_french);
    english.add(other_english);
}

}  // namespace

const TranslationGrammar& TranslationGrammar::instance(Set set) {
    static const TranslationGrammar single(Set::single), compound(Set::compound);
    return set == Set::single ? single : compound;
}

std::span<const std::string_view> TranslationGrammar::kept_out() { return of_lectures; }

TranslationGrammar::TranslationGrammar(Set set) : set_(set) {
    add_words(french_, english_);
    if (set == Set::compound)
        for (const translation::Pair& pair : translation::conjunctions) {
            french_.add(pair.french);
            english_.add(pair.english);
        }
    french_.add("<eos> <unk>");
    english_.add("<bos> <eos> <unk>");
}

TranslationGrammar::Sentence TranslationGrammar::draw(Random& random, Split split) const {
    Sentence sentence;
    Draft draft;
    Split drawn = Split::train;
    do {
        draft = set_ == Set::single ? draw_single(random) : draw_compound(random);
        sentence.french = ids(draft.french, french_);
        drawn = kept_out_of_training(draft) ? Split::held_out : split_of(sentence.french);
    } while (drawn != split);
    sentence.english = ids(draft.english, english_);
    sentence.sources = std::move(draft.sources);
    return sentence;
}

}  // namespace glassformer
