#include "core/train/tasks/agreement_grammar.h"

#include <array>

#include "core/train/tasks/split.h"

namespace glassformer {

namespace {

struct Noun {
    std::array<std::string_view, 2> noun, verb;  // singular, plural
};
constexpr std::array<Noun, 12> nouns{
    Noun{{"dog", "dogs"}, {"barks", "bark"}},      Noun{{"cat", "cats"}, {"meows", "meow"}},
    Noun{{"bird", "birds"}, {"sings", "sing"}},    Noun{{"lion", "lions"}, {"roars", "roar"}},
    Noun{{"wolf", "wolves"}, {"howls", "howl"}},   Noun{{"duck", "ducks"}, {"quacks", "quack"}},
    Noun{{"baby", "babies"}, {"cries", "cry"}},    Noun{{"horse", "horses"}, {"gallops", "gallop"}},
    Noun{{"frog", "frogs"}, {"jumps", "jump"}},    Noun{{"bee", "bees"}, {"buzzes", "buzz"}},
    Noun{{"snake", "snakes"}, {"hisses", "hiss"}}, Noun{{"teacher", "teachers"}, {"teaches", "teach"}}};
constexpr auto adjectives =
    std::to_array<std::string_view>({"old", "young", "big", "small", "quiet", "happy", "tired", "strange"});
constexpr auto prepositions = std::to_array<std::string_view>({"near", "behind", "with", "beside"});
constexpr auto adverbs = std::to_array<std::string_view>({"loudly", "often", "today", "again"});
constexpr auto places = std::to_array<std::string_view>({"garden", "park", "house", "street"});
using Pair = std::array<std::string_view, 2>;
constexpr std::array<Pair, 3> relative_verbs{Pair{"sees", "see"}, Pair{"knows", "know"}, Pair{"follows", "follow"}};

}  // namespace

const AgreementGrammar& AgreementGrammar::instance() {
    static const AgreementGrammar grammar;
    return grammar;
}

AgreementGrammar::AgreementGrammar() {
    for (const Noun& noun : nouns)
        for (const Words pair : {Words(noun.noun), Words(noun.verb)}) lexicon_.add(pair);
    lexicon_.add("the these some this a an that in , .");
    for (const Words list : {Words(adjectives), Words(prepositions), Words(adverbs), Words(places)}) lexicon_.add(list);
    for (const Pair& pair : relative_verbs) lexicon_.add(Words(pair));
    words_ = lexicon_.size();
    lexicon_.add("<mask> <start> <unk>");
}

/// Returns the noun's position.
int AgreementGrammar::noun_phrase(Random& random, int noun, bool plural, std::vector<int>& tokens) const {
    const std::string_view adjective = chance(0.3, random) ? one_of(adjectives, random) : "";
    std::string_view determiner = "the";
    if (!chance(0.7, random)) {
        const bool second = chance(0.5, random);
        if (plural)
            determiner = second ? "these" : "some";
        else
            determiner = second ? "this" : adjective == "old" ? "an" : "a";
    }
    lexicon_.append(determiner, tokens);
    lexicon_.append(adjective, tokens);
    return lexicon_.append(nouns.at(static_cast<std::size_t>(noun)).noun.at(plural ? 1 : 0), tokens);
}

AgreementGrammar::Sentence AgreementGrammar::draw(Random& random, Split split) const {
    Sentence sentence;
    std::vector<int>& tokens = sentence.tokens;
    do {
        sentence = {};
        const int noun = random.below(static_cast<int>(nouns.size()));
        const int other =
            (noun + 1 + random.below(static_cast<int>(nouns.size()) - 1)) % static_cast<int>(nouns.size());
        const bool plural = chance(0.5, random), other_plural = chance(0.5, random);
        const double form = random.uniform();
        const bool beside = form < 0.5, relative = !beside && form < 0.75;
        sentence.fronted = !beside && !relative && form < 0.87;
        const auto other_phrase = [&] { sentence.distractor = noun_phrase(random, other, other_plural, tokens); };
        if (sentence.fronted) {
            lexicon_.append(one_of(prepositions, random), tokens);
            other_phrase();
            lexicon_.append(",", tokens);
        }
        sentence.subject = noun_phrase(random, noun, plural, tokens);
        if (beside) {
            lexicon_.append(one_of(prepositions, random), tokens);
            other_phrase();
        } else if (relative) {
            lexicon_.append("that", tokens);
            other_phrase();
            const auto verb = static_cast<std::size_t>(random.below(static_cast<int>(relative_verbs.size())));
            lexicon_.append(relative_verbs.at(verb).at(other_plural ? 1 : 0), tokens);
        }
        sentence.verb = lexicon_.append(nouns.at(static_cast<std::size_t>(noun)).verb.at(plural ? 1 : 0), tokens);
        sentence.mismatch = sentence.distractor >= 0 && plural != other_plural;
        if (chance(0.4, random)) lexicon_.append(one_of(adverbs, random), tokens);
        if (chance(0.4, random)) {
            lexicon_.append("in the", tokens);
            lexicon_.append(one_of(places, random), tokens);
        }
        lexicon_.append(".", tokens);
    } while (split_of(tokens) != split);
    return sentence;
}

}  // namespace glassformer
