#include "core/train/tasks/roles_grammar.h"

#include "core/train/tasks/split.h"

namespace glassformer {

namespace {

constexpr auto names = std::to_array<std::string_view>(
    {"mary",  "john",  "susan", "peter", "anna",  "tom",    "lucy",   "paul",   "emma", "jack",
     "alice", "bob",   "clara", "david", "ellen", "frank",  "grace",  "henry",  "iris", "jane",
     "kate",  "leo",   "maria", "nick",  "olga",  "oscar",  "rita",   "robert", "ruth", "sara",
     "simon", "sofia", "steve", "tim",   "vera",  "victor", "walter", "will",   "zoe",  "adam"});
constexpr auto objects = std::to_array<std::string_view>(
    {"roses", "books", "apples", "letters", "cakes", "pens",  "stamps", "coins", "rings", "maps",
     "keys",  "coats", "lamps",  "toys",    "eggs",  "shoes", "hats",   "cups",  "plums", "tickets"});
constexpr auto times = std::to_array<std::string_view>({"yesterday", "today", "later", "once"});
constexpr auto manners = std::to_array<std::string_view>({"kindly", "quickly", "happily"});
constexpr auto verbs = std::to_array<std::string_view>({"gave", "sent", "sold", "showed", "lent"});
constexpr auto adjectives = std::to_array<std::string_view>({"red", "old", "small", "new", "fine"});

}  // namespace

const RolesGrammar& RolesGrammar::instance() {
    static const RolesGrammar grammar;
    return grammar;
}

RolesGrammar::RolesGrammar() {
    lexicon_.add("<who> to <unk>");
    for (const Words list :
         {Words(names), Words(objects), Words(times), Words(manners), Words(verbs), Words(adjectives)})
        lexicon_.add(list);
    const std::vector<std::string> words = lexicon_.words();
    answer_of_word_.fill(std::vector<int>(words.size(), -1));
    const auto note = [&](Role role, std::string_view word, const std::string& answer) {
        lexicon_.add(answer);
        answers_[role].push_back(lexicon_.id(answer));
        answer_of_word_[role][static_cast<std::size_t>(lexicon_.id(word))] = answers_[role].back();
    };
    for (const std::string_view name : names) note(giver, name, "<from-" + std::string(name) + ">");
    for (const std::string_view name : names) note(receiver, name, "<to-" + std::string(name) + ">");
    for (const std::string_view word : objects) note(object, word, std::string(word));
}

RolesGrammar::Sentence RolesGrammar::draw(Random& random, Split split) const {
    Sentence sentence;
    do {
        std::vector<int>& tokens = sentence.tokens;
        tokens.clear();
        lexicon_.append("<who>", tokens);
        if (chance(0.4, random)) lexicon_.append(one_of(times, random), tokens);
        const std::string_view who = one_of(names, random);
        sentence.positions[giver] = lexicon_.append(who, tokens);
        if (chance(0.3, random)) lexicon_.append(one_of(manners, random), tokens);
        lexicon_.append(one_of(verbs, random), tokens);
        if (chance(0.4, random)) lexicon_.append(one_of(adjectives, random), tokens);
        sentence.positions[object] = lexicon_.append(one_of(objects, random), tokens);
        lexicon_.append("to", tokens);
        std::string_view whom;
        do whom = one_of(names, random);
        while (whom == who);
        sentence.positions[receiver] = lexicon_.append(whom, tokens);
    } while (split_of(sentence.tokens) != split);
    return sentence;
}

int RolesGrammar::answer(const Sentence& sentence, Role role) const {
    const int word = sentence.tokens[static_cast<std::size_t>(sentence.positions[role])];
    return answer_of_word_[role].at(static_cast<std::size_t>(word));
}

}  // namespace glassformer
