// The French–English grammar against sentences written by hand: agreement, elision, word order, and which words belong
// together.
// ctest: alone 4 s
#include "core/train/tasks/translation_grammar.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/train/tasks/translation_clause.h"

using namespace glassformer;
using namespace glassformer::translation;

namespace {

template <class Rows>
const auto* row(const Rows& rows, std::string_view french) {
    for (const auto& candidate : rows)
        if constexpr (requires { candidate.french; }) {
            if (candidate.french == french) return &candidate;
        } else if constexpr (requires { candidate.masculine; }) {
            if (candidate.masculine == french) return &candidate;
        } else if constexpr (requires { candidate.present; }) {
            if (candidate.present == french) return &candidate;
        } else {
            if (candidate.full == french) return &candidate;
        }
    FAIL("no such row: " << french);
    return &rows.front();
}

NounPhrase phrase(Determiner determiner, std::string_view noun, std::string_view before = "",
                  std::string_view after = "") {
    return {.noun = row(nouns, noun),
            .determiner = determiner,
            .before = before.empty() ? nullptr : row(adjectives_before, before),
            .after = after.empty() ? nullptr : row(adjectives_after, after)};
}

/// "French | English".
std::string both(const Draft& draft) { return text_of(draft.french) + " | " + text_of(draft.english); }

std::string both(const NounPhrase& said) {
    Draft draft;
    tell(said, say(said, draft), draft);
    return both(draft);
}

using Set = TranslationGrammar::Set;

std::string text(const std::vector<int>& tokens, const std::vector<std::string>& vocabulary) {
    std::string result;
    for (const int token : tokens) result += (result.empty() ? "" : " ") + vocabulary[static_cast<std::size_t>(token)];
    return result;
}

}  // namespace

TEST_SUITE_BEGIN("translation_grammar");

TEST_CASE("the translation grammar has 120 French and 111 English words, and two more to join sentences") {
    const auto different = [](const std::vector<std::string>& words) {
        CHECK(std::set<std::string>(words.begin(), words.end()).size() == words.size());
        return words.size();
    };
    const TranslationGrammar& single = TranslationGrammar::instance(Set::single);
    CHECK(different(single.french_vocabulary()) == 120 + 2);   // <eos> <unk>
    CHECK(different(single.english_vocabulary()) == 111 + 3);  // <bos> <eos> <unk>
    const TranslationGrammar& compound = TranslationGrammar::instance(Set::compound);
    CHECK(different(compound.french_vocabulary()) == 122 + 2);
    CHECK(different(compound.english_vocabulary()) == 113 + 3);
}

TEST_CASE("a French noun phrase agrees and elides, and an English one knows a from an") {
    using enum Determiner;
    CHECK(both(phrase(the, "chat")) == "le chat | the cat");
    CHECK(both(phrase(the, "pomme")) == "la pomme | the apple");
    CHECK(both(phrase(the, "homme")) == "l' homme | the man");
    CHECK(both(phrase(the, "amie", "vieux")) == "la vieille amie | the old friend");
    CHECK(both(phrase(the, "homme", "vieux")) == "le vieil homme | the old man");
    CHECK(both(phrase(a, "oiseau", "beau", "blanc")) == "un bel oiseau blanc | a beautiful white bird");
    CHECK(both(phrase(a, "église", "", "blanc")) == "une église blanche | a white church");
    CHECK(both(phrase(a, "orange")) == "une orange | an orange");
    CHECK(both(phrase(a, "homme", "vieux")) == "un vieil homme | an old man");
    CHECK(both(phrase(my, "amie")) == "mon amie | my friend");
    CHECK(both(phrase(my, "amie", "petit")) == "ma petite amie | my small friend");
    CHECK(both(phrase(my, "fille")) == "ma fille | my girl");
    CHECK(both(phrase(this_, "enfant")) == "cet enfant | this child");
    CHECK(both(phrase(this_, "enfant", "jeune")) == "ce jeune enfant | this young child");
    CHECK(both(phrase(this_, "orange")) == "cette orange | this orange");
}

TEST_CASE("a clitic, a negation and the past stand where French wants them, and English words know their origin") {
    Clause clause{.pronoun = row(pronouns, "il"), .verb = row(transitive_verbs, "entarte"), .past = true};
    clause.clitic = row(clitics, "me");
    const Draft pie = write(clause);
    CHECK(both(pie) == "il m' a entarté | he hit me with a pie");
    CHECK(pie.sources == std::vector<std::vector<int>>{{0}, {2, 3}, {1}, {3}, {3}, {3}});

    clause.negation = Negation::not_;
    const Draft no_pie = write(clause);
    CHECK(both(no_pie) == "il ne m' a pas entarté | he did not hit me with a pie");
    CHECK(no_pie.sources == std::vector<std::vector<int>>{{0}, {1, 3, 4}, {1, 4}, {5}, {2}, {5}, {5}, {5}});

    clause.negation = Negation::never;
    clause.past = false;
    CHECK(both(write(clause)) == "il ne m' entarte jamais | he never hits me with a pie");
    clause.negation = Negation::none;
    clause.adverb = &adverbs[0];
    clause.clitic = row(clitics, "les");
    CHECK(both(write(clause)) == "il les entarte souvent | he often hits them with a pie");

    Clause cat{.subject = phrase(Determiner::the, "chat", "", "noir"), .verb = row(transitive_verbs, "mange")};
    cat.negation = Negation::not_;
    cat.object = phrase(Determiner::the, "pomme");
    const Draft apple = write(cat);
    CHECK(both(apple) == "le chat noir ne mange pas la pomme | the black cat does not eat the apple");
    CHECK(apple.sources == std::vector<std::vector<int>>{{0}, {2}, {1}, {3, 4, 5}, {3, 5}, {4}, {6}, {7}});

    Clause waiting{.pronoun = row(pronouns, "je"), .verb = row(transitive_verbs, "attend"), .past = true};
    waiting.object = phrase(Determiner::my, "amie");
    waiting.time = &yesterday;
    waiting.time_first = true;
    CHECK(both(write(waiting)) == "hier j' ai attendu mon amie | yesterday i waited for my friend");
    waiting.negation = Negation::not_;
    waiting.time_first = false;
    CHECK(both(write(waiting)) == "je n' ai pas attendu mon amie hier | i did not wait for my friend yesterday");

    Clause happy{.subject = phrase(Determiner::this_, "femme"), .quality = row(adjectives_after, "heureux")};
    happy.very = true;
    happy.negation = Negation::not_;
    const Draft copula = write(happy);
    CHECK(both(copula) == "cette femme n' est pas très heureuse | this woman is not very happy");
    CHECK(copula.sources == std::vector<std::vector<int>>{{0}, {1}, {3}, {2, 4}, {5}, {6}});

    Clause asleep{.pronoun = row(pronouns, "elle"), .verb = row(intransitive_verbs, "dort")};
    asleep.preposition = row(prepositions, "devant");
    asleep.behind_preposition = phrase(Determiner::the, "église");
    const Draft front = write(asleep);
    CHECK(both(front) == "elle dort devant l' église | she sleeps in front of the church");
    CHECK(front.sources == std::vector<std::vector<int>>{{0}, {1}, {2}, {2}, {2}, {3}, {4}});
}

TEST_CASE("the words behind a joined sentence come from behind it") {
    Draft draft;
    draft.tell("and", {draft.say("et")});
    Draft next;
    next.tell("he", {next.say("il")});
    draft.join(next);
    CHECK(both(draft) == "et il | and he");
    CHECK(draft.sources == std::vector<std::vector<int>>{{0}, {1}});
}

TEST_CASE("drawn sentences have 3 to 12 words, joined ones up to 22, and one French text has one translation") {
    for (const Set set : {Set::single, Set::compound}) {
        const TranslationGrammar& grammar = TranslationGrammar::instance(set);
        const std::size_t longest = set == Set::single ? 12 : 22;
        Random random(5);
        std::map<std::vector<int>, std::vector<int>> translations;
        std::size_t shortest_met = 99, longest_met = 0, words = 0, on_diagonal = 0, several = 0, joined = 0;
        for (int i = 0; i < 20000; ++i) {
            const auto sentence = grammar.draw(random, Split::train);
            CHECK(std::min(sentence.french.size(), sentence.english.size()) >= 3);
            CHECK(std::max(sentence.french.size(), sentence.english.size()) <= longest);
            REQUIRE(sentence.sources.size() == sentence.english.size());
            shortest_met = std::min(shortest_met, sentence.french.size());
            longest_met = std::max(longest_met, sentence.french.size());
            joined += sentence.french.size() > 12 ? 1 : 0;
            const auto known = translations.emplace(sentence.french, sentence.english);
            CHECK(known.first->second == sentence.english);
            for (std::size_t word = 0; word < sentence.english.size(); ++word) {
                const std::vector<int>& from = sentence.sources[word];
                CHECK_FALSE(from.empty());
                CHECK(std::ranges::is_sorted(from));
                CHECK((from.front() >= 0 && from.back() < static_cast<int>(sentence.french.size())));
                ++words;
                on_diagonal += std::ranges::count(from, static_cast<int>(word)) > 0 ? 1 : 0;
                several += from.size() > 1 ? 1 : 0;
            }
        }
        CHECK(shortest_met == 3);
        CHECK(longest_met == longest);
        if (set == Set::compound) {
            CHECK(joined > 5000);
            continue;
        }
        // Word by word in order is right in about half of the words, so that no good alignment comes from that.
        const auto share = [&](std::size_t count) { return static_cast<double>(count) / static_cast<double>(words); };
        CHECK(share(on_diagonal) == doctest::Approx(0.515).epsilon(0.06));
        CHECK(share(several) == doctest::Approx(0.14).epsilon(0.2));
    }
}

TEST_CASE("no training sentence is held out, and those of the lectures are kept out by name") {
    for (const Set set : {Set::single, Set::compound}) {
        const TranslationGrammar& grammar = TranslationGrammar::instance(set);
        Random random(6);
        std::set<std::vector<int>> held_out;
        for (int i = 0; i < 2000; ++i) held_out.insert(grammar.draw(random, Split::held_out).french);
        for (int i = 0; i < 20000; ++i) {
            const auto sentence = grammar.draw(random, Split::train);
            CHECK_FALSE(held_out.contains(sentence.french));
            const std::string french = " " + text(sentence.french, grammar.french_vocabulary()) + " ";
            for (const std::string_view kept : TranslationGrammar::kept_out())
                CHECK(french.find(" " + std::string(kept) + " ") == std::string::npos);
        }
    }
    CHECK(std::ranges::count(TranslationGrammar::kept_out(), "il m' a entarté") == 1);
}

TEST_CASE("the lecture's sentence can be drawn, and is then held out") {
    const TranslationGrammar& grammar = TranslationGrammar::instance(Set::single);
    Random random(7);
    bool met = false;
    for (int i = 0; i < 200000 && !met; ++i)
        met = text(grammar.draw(random, Split::held_out).french, grammar.french_vocabulary()) == "il m' a entarté";
    CHECK(met);
}

TEST_SUITE_END();
