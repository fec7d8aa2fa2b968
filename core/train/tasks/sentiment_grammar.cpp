#include "core/train/tasks/sentiment_grammar.h"

#include <array>

#include "core/train/tasks/split.h"

namespace glassformer {

namespace {

using Sentence = SentimentGrammar::Sentence;

constexpr auto subjects = std::to_array<std::string_view>(
    {"movie", "film", "story", "plot", "ending", "cast", "script", "acting", "music", "dialogue"});
constexpr std::size_t countable = 7;  // the first of them: "a movie"
constexpr auto intensifiers = std::to_array<std::string_view>({"very", "really", "truly", "so"});
constexpr std::size_t before_a_noun = 3;  // the first of them: "a very good film"
constexpr auto endings = std::to_array<std::string_view>({"at the start", "in the end", "for me", "all the time"});
constexpr auto joints = std::to_array<std::string_view>({"and", "but", ","});

struct Polarity {
    std::array<std::string_view, 10> adjectives;
    std::array<std::string_view, 3> verbs, past;
};
constexpr std::array<Polarity, 2> polarities{
    Polarity{{"bad", "boring", "dull", "awful", "stupid", "terrible", "weak", "slow", "ugly", "predictable"},
             {"hate", "dislike", "detest"},
             {"hated", "disliked", "detested"}},
    Polarity{{"good", "great", "funny", "brilliant", "beautiful", "clever", "wonderful", "fresh", "moving", "exciting"},
             {"like", "love", "enjoy"},
             {"liked", "loved", "enjoyed"}}};

constexpr double negated = 0.45, intensified = 0.4;

}  // namespace

const SentimentGrammar& SentimentGrammar::instance() {
    static const SentimentGrammar grammar;
    return grammar;
}

SentimentGrammar::SentimentGrammar() {
    lexicon_.add("the was not it a everything nothing about i did although");
    for (const Words list : {Words(subjects), Words(intensifiers), Words(joints)}) lexicon_.add(list);
    for (const Polarity& polarity : polarities)
        for (const Words list : {Words(polarity.adjectives), Words(polarity.verbs), Words(polarity.past)})
            lexicon_.add(list);
    for (const std::string_view ending : endings) lexicon_.add(ending);
    lexicon_.add("<cls> <unk>");
}

void SentimentGrammar::clause(Random& random, int polarity, Sentence& sentence) const {
    const bool turned = chance(negated, random), strong = chance(intensified, random);
    const Polarity& words = polarities.at(static_cast<std::size_t>(turned ? 1 - polarity : polarity));
    Clause clause{.polarity = polarity};
    const auto negation = [&](std::string_view text) {
        if (turned) clause.negation = lexicon_.append(text, sentence.tokens);
    };
    const auto polar = [&](Words list) { clause.polar = lexicon_.append(one_of(list, random), sentence.tokens); };
    const double form = random.uniform();
    if (form < 0.5) {
        word("the", sentence);
        word(one_of(subjects, random), sentence);
        word("was", sentence);
        negation("not");
        if (strong) word(one_of(intensifiers, random), sentence);
        polar(words.adjectives);
    } else if (form < 0.65) {
        word("it was", sentence);
        negation("not");
        word("a", sentence);
        if (strong) word(one_of(Words(intensifiers).first(before_a_noun), random), sentence);
        polar(words.adjectives);
        word(one_of(Words(subjects).first(countable), random), sentence);
    } else if (form < 0.8) {
        negation("nothing");
        if (!turned) word("everything", sentence);
        word("about the", sentence);
        word(one_of(subjects, random), sentence);
        word("was", sentence);
        if (strong) word(one_of(intensifiers, random), sentence);
        polar(words.adjectives);
    } else {
        word("i", sentence);
        if (turned) word("did", sentence);
        negation("not");
        if (strong) word("really", sentence);
        polar(turned ? words.verbs : words.past);
        word("the", sentence);
        word(one_of(subjects, random), sentence);
    }
    if (chance(0.5, random)) word(one_of(endings, random), sentence);
    sentence.clauses.push_back(clause);
}

void SentimentGrammar::but(Random& random, Sentence& sentence) const {
    sentence.polarity = random.below(2);
    const int other = 1 - sentence.polarity;
    const double form = random.uniform();
    if (form < 0.4) {
        clause(random, sentence.polarity, sentence);
    } else if (form < 0.55) {
        clause(random, sentence.polarity, sentence);
        word("and", sentence);
        clause(random, sentence.polarity, sentence);
    } else if (form < 0.8) {
        clause(random, other, sentence);
        word("but", sentence);
        clause(random, sentence.polarity, sentence);
    } else if (form < 0.9) {
        word("although", sentence);
        clause(random, other, sentence);
        word(",", sentence);
        clause(random, sentence.polarity, sentence);
    } else {
        clause(random, sentence.polarity, sentence);
        word("although", sentence);
        clause(random, other, sentence);
    }
}

void SentimentGrammar::majority(Random& random, Sentence& sentence) const {
    const int clauses = random.below(3) == 0 ? 1 : 3;
    int for_it = 0;
    for (int c = 0; c < clauses; ++c) {
        if (c > 0) word(one_of(joints, random), sentence);
        const int polarity = random.below(2);
        for_it += polarity;
        clause(random, polarity, sentence);
    }
    sentence.polarity = 2 * for_it > clauses ? positive : negative;
}

SentimentGrammar::Sentence SentimentGrammar::draw(Random& random, Split split, Set set, bool cls) const {
    Sentence sentence;
    do {
        sentence.tokens.clear();
        sentence.clauses.clear();
        if (cls) word("<cls>", sentence);
        if (set == Set::but)
            but(random, sentence);
        else
            majority(random, sentence);
    } while (split_of(sentence.tokens) != split);
    return sentence;
}

}  // namespace glassformer
