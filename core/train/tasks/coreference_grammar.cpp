#include "core/train/tasks/coreference_grammar.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/base/error.h"
#include "core/base/words.h"

namespace glassformer {

namespace {

using Words = std::span<const std::string_view>;

constexpr std::array<std::string_view, 8> animates{"animal", "dog", "child", "farmer", "cat", "horse", "boy", "girl"};
constexpr std::array<std::string_view, 8> places{"street", "river", "bridge", "field", "road", "park", "hill", "yard"};
constexpr std::array<std::string_view, 12> objects{"trophy",   "ball", "book", "lamp",   "toy", "guitar",
                                                   "suitcase", "box",  "bag",  "drawer", "car", "shelf"};
constexpr std::array<std::string_view, 6> states{"tired", "hungry", "scared", "lazy", "sick", "sleepy"};
constexpr std::array<std::string_view, 6> terrains{"wide", "long", "muddy", "steep", "icy", "flooded"};
constexpr std::array<std::string_view, 3> big{"big", "large", "tall"};
constexpr std::array<std::string_view, 3> small{"small", "narrow", "tiny"};
constexpr std::array<std::string_view, 3> slow{"slow", "weak", "clumsy"};
constexpr std::array<std::string_view, 3> fast{"fast", "quick", "clever"};
constexpr std::array<std::string_view, 4> verbs{"cross", "enter", "leave", "reach"};
constexpr std::array<std::string_view, 4> participles{"crossed", "entered", "left", "reached"};
constexpr std::array<std::string_view, 1> no_verb{""};
constexpr std::array<std::string_view, 18> others{"the", "did",   "n't",  "because", "it",     "was",
                                                  "too", "not",   "by",   "does",    "fit",    "in",
                                                  "is",  "could", "hold", "catch",   "caught", "."};
// "=" asks for the noun where a causal model reads it out; <unk> stands for words that are not here.
constexpr std::array<std::string_view, 3> specials{"=", "<unk>", "<pad>"};

/// A and B are the nouns, V the verb, J the adjective. An adjective of A's list makes A the referent, one of B's, B.
struct Family {
    Words a, b, adjectives_of_a, adjectives_of_b;
    std::array<Words, 2> verbs;  // of each template
    std::array<std::string_view, 2> templates;
};

const std::array<Family, 3> families{
    Family{animates,
           places,
           states,
           terrains,
           {verbs, participles},
           {"the A did n't V the B because it was too J .", "the B was not V by the A because it was too J ."}},
    Family{objects,
           objects,
           big,
           small,
           {no_verb, no_verb},
           {"the A does n't fit in the B because it is too J .", "the B could not hold the A because it is too J ."}},
    Family{
        animates,
        animates,
        slow,
        fast,
        {no_verb, no_verb},
        {"the A did n't catch the B because it was too J .", "the B was not caught by the A because it was too J ."}}};

constexpr double held_out_referents = 0.15;   // of all pairs (referent, adjective)
constexpr double held_out_noun_pairs = 0.10;  // of all unordered pairs of nouns
// Seeds hold out 1372 to 2568 sentences, because pairs of the first family stand in more of them; this one holds out
// 1664, a fifth.
constexpr std::uint64_t split_seed = 976;

/// A seeded choice of a share of the pairs that sentences are made of.
class HeldOut {
public:
    void add(std::pair<int, int> pair) {
        if (chosen_.emplace(pair, false).second) pairs_.push_back(pair);
    }
    void choose(double share, Random& random) {
        random.shuffle(pairs_);
        const auto count = static_cast<std::size_t>(std::lround(share * static_cast<double>(pairs_.size())));
        for (std::size_t i = 0; i < count; ++i) chosen_[pairs_[i]] = true;
    }
    bool has(std::pair<int, int> pair) const { return chosen_.at(pair); }

private:
    std::vector<std::pair<int, int>> pairs_;  // in the order in which they were met
    std::map<std::pair<int, int>, bool> chosen_;
};

}  // namespace

const CoreferenceGrammar& CoreferenceGrammar::instance() {
    static const CoreferenceGrammar grammar;
    return grammar;
}

int CoreferenceGrammar::id(std::string_view word) const {
    const auto found = std::ranges::find(vocabulary_, word);
    if (found == vocabulary_.end()) throw Error("the grammar's word \"" + std::string(word) + "\" has no id");
    return static_cast<int>(found - vocabulary_.begin());
}

CoreferenceGrammar::CoreferenceGrammar() {
    for (const Words words :
         {Words(animates), Words(places), Words(objects), Words(states), Words(terrains), Words(big), Words(small),
          Words(slow), Words(fast), Words(verbs), Words(participles), Words(others), Words(specials)})
        vocabulary_.insert(vocabulary_.end(), words.begin(), words.end());

    const auto sentence = [&](std::string_view pattern, const std::map<char, std::string_view>& fill, bool a_is_it) {
        Sentence result;
        for (const std::string& word : split_words(pattern)) {
            const int position = static_cast<int>(result.tokens.size());
            const auto slot = word.size() == 1 ? fill.find(word[0]) : fill.end();
            result.tokens.push_back(id(slot == fill.end() ? word : slot->second));
            if (word == "it") result.it = position;
            if (word == "J") result.adjective = position;
            if (word == (a_is_it ? "A" : "B")) result.referent = position;
            if (word == (a_is_it ? "B" : "A")) result.other = position;
        }
        return result;
    };
    for (std::size_t f = 0; f < families.size(); ++f) {
        const Family& family = families[f];
        for (std::size_t t = 0; t < 2; ++t)
            for (const std::string_view a : family.a)
                for (const std::string_view b : family.b)
                    for (const bool a_is_it : {true, false})
                        for (const std::string_view adjective :
                             a_is_it ? family.adjectives_of_a : family.adjectives_of_b)
                            for (const std::string_view verb : family.verbs[t]) {
                                if (a == b) continue;
                                sentences_.push_back(sentence(
                                    family.templates[t], {{'A', a}, {'B', b}, {'J', adjective}, {'V', verb}}, a_is_it));
                                sentences_.back().pattern = static_cast<int>(2 * f + t);
                            }
    }

    const auto token = [](const Sentence& s, int position) { return s.tokens[static_cast<std::size_t>(position)]; };
    const auto referent = [&](const Sentence& s) { return std::pair(token(s, s.referent), token(s, s.adjective)); };
    const auto nouns = [&](const Sentence& s) { return std::minmax({token(s, s.referent), token(s, s.other)}); };
    HeldOut referents, noun_pairs;
    for (const Sentence& s : sentences_) {
        referents.add(referent(s));
        noun_pairs.add(nouns(s));
    }
    Random random(split_seed);
    referents.choose(held_out_referents, random);
    noun_pairs.choose(held_out_noun_pairs, random);
    for (std::size_t i = 0; i < sentences_.size(); ++i) {
        Sentence& s = sentences_[i];
        if (referents.has(referent(s)) || noun_pairs.has(nouns(s))) s.split = Split::held_out;
        by_template_[static_cast<std::size_t>(s.pattern)][s.split == Split::train ? 0 : 1].push_back(
            static_cast<int>(i));
    }
}

}  // namespace glassformer
