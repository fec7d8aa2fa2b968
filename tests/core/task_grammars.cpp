// The grammars of the tasks hold what their models are to learn, and the labels say what the sentences say.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/base/error.h"
#include "core/train/task.h"
#include "core/train/tasks/agreement_grammar.h"
#include "core/train/tasks/lexicon.h"
#include "core/train/tasks/roles_grammar.h"
#include "core/train/tasks/sentiment_grammar.h"
#include "core/train/tasks/split.h"

using namespace glassformer;

namespace {

template <class Grammar>
std::string words(const Grammar& grammar, const std::vector<int>& tokens) {
    std::string text;
    for (const int token : tokens)
        text += (text.empty() ? "" : " ") + grammar.vocabulary()[static_cast<std::size_t>(token)];
    return text;
}

template <class Grammar>
std::string word(const Grammar& grammar, const std::vector<int>& tokens, int position) {
    return grammar.vocabulary()[static_cast<std::size_t>(tokens.at(static_cast<std::size_t>(position)))];
}

Sample draw(const Task& task, Random& random, Split split = Split::train) {
    Sample sample;
    task.sample(random, split, sample);
    return sample;
}

}  // namespace

TEST_SUITE_BEGIN("task_grammars");

TEST_CASE("a tenth of the texts is held out, and which ones depends on the text alone") {
    Random random(1);
    int held_out = 0;
    for (int i = 0; i < 10000; ++i) {
        const std::array tokens{random.below(20), random.below(20), random.below(20), random.below(20)};
        held_out += split_of(tokens) == Split::held_out ? 1 : 0;
        CHECK(split_of(tokens) == split_of(tokens));
    }
    CHECK(held_out > 900);
    CHECK(held_out < 1100);
}

TEST_CASE("a lexicon has each word once and knows no others") {
    Lexicon lexicon;
    lexicon.add("a  b a");
    lexicon.add(std::array<std::string_view, 2>{"b", "c"});
    CHECK(lexicon.words() == std::vector<std::string>{"a", "b", "c"});
    std::vector<int> tokens{7};
    CHECK(lexicon.append("c a ", tokens) == 1);
    CHECK(tokens == std::vector{7, 2, 0});
    CHECK(lexicon.append("", tokens) == 3);
    CHECK_THROWS_WITH_AS(lexicon.id("d"), "the grammar has no word \"d\"", Error);
}

TEST_CASE("induction repeats different symbols with periods 8 to 16 and asks only for what was there") {
    const Task& task = require_task("induction");
    Random random(4);
    std::set<int> periods, symbols;
    for (int i = 0; i < 400; ++i) {
        const Sample sample = draw(task, random, i % 2 == 0 ? Split::train : Split::held_out);
        REQUIRE(sample.tokens.size() == 32);
        const auto again = std::find(sample.tokens.begin() + 1, sample.tokens.end(), sample.tokens.front());
        const auto period = static_cast<std::size_t>(again - sample.tokens.begin());
        periods.insert(static_cast<int>(period));
        if (i % 2 == 1) symbols.insert(sample.tokens.begin(), again);
        CHECK(std::set<int>(sample.tokens.begin(), again).size() == period);
        for (std::size_t t = 0; t < 32; ++t) {
            if (t >= period) CHECK(sample.tokens[t] == sample.tokens[t - period]);
            if (t + 1 < 32) CHECK(sample.labels[t] == (t < period ? -1 : sample.tokens[t + 1]));
        }
        CHECK(sample.labels[31] == sample.tokens[32 - period]);
    }
    CHECK(symbols.size() == 24);  // held-out texts are as varied as the others
    CHECK(periods == std::set<int>{8, 9, 10, 11, 12, 13, 14, 15, 16});
}

TEST_CASE("roles: giver, object and receiver stand where the sentence says, and names play both roles") {
    const RolesGrammar& grammar = RolesGrammar::instance();
    CHECK(grammar.vocabulary().size() == 160);
    for (const auto role : {RolesGrammar::giver, RolesGrammar::receiver}) CHECK(grammar.answers(role).size() == 40);
    CHECK(grammar.answers(RolesGrammar::object).size() == 20);
    Random random(5);
    std::set<std::string> givers, receivers;
    for (int i = 0; i < 2000; ++i) {
        const auto sentence = grammar.draw(random, Split::train);
        const auto at = [&](int position) { return word(grammar, sentence.tokens, position); };
        const auto answer = [&](RolesGrammar::Role role) {
            return grammar.vocabulary()[static_cast<std::size_t>(grammar.answer(sentence, role))];
        };
        const std::string giver = at(sentence.positions[0]), receiver = at(sentence.positions[2]);
        CHECK(at(0) == "<who>");
        CHECK(at(sentence.positions[2] - 1) == "to");
        CHECK(sentence.positions[2] == static_cast<int>(sentence.tokens.size()) - 1);
        CHECK(sentence.positions[1] == sentence.positions[2] - 2);
        CHECK(sentence.positions[0] < sentence.positions[1]);
        CHECK(giver != receiver);
        CHECK(answer(RolesGrammar::giver) == "<from-" + giver + ">");
        CHECK(answer(RolesGrammar::receiver) == "<to-" + receiver + ">");
        CHECK(answer(RolesGrammar::object) == at(sentence.positions[1]));
        givers.insert(giver);
        receivers.insert(receiver);
    }
    CHECK(givers.size() == 40);
    CHECK(receivers == givers);
    // A text of training is asked for one of the three, each as often.
    std::map<int, int> asked;
    for (int i = 0; i < 3000; ++i) {
        const Sample sample = draw(require_task("roles"), random);
        const int label = sample.labels.front();
        CHECK(std::count(sample.labels.begin() + 1, sample.labels.end(), -1) + 1 ==
              static_cast<std::ptrdiff_t>(sample.labels.size()));
        for (int role = 0; role < RolesGrammar::roles; ++role)
            if (std::ranges::count(grammar.answers(static_cast<RolesGrammar::Role>(role)), label) > 0) ++asked[role];
    }
    for (int role = 0; role < RolesGrammar::roles; ++role) CHECK(std::abs(asked[role] - 1000) < 120);
}

TEST_CASE("sentiment: a negation turns its clause, and the words alone do not tell") {
    const SentimentGrammar& grammar = SentimentGrammar::instance();
    CHECK(grammar.vocabulary().size() == 70);
    static const std::set<std::string> good{"good",  "great",  "funny",    "brilliant", "beautiful", "clever",
                                            "fresh", "moving", "exciting", "wonderful", "like",      "love",
                                            "enjoy", "liked",  "loved",    "enjoyed"};
    Random random(6);
    int agree = 0, clauses = 0;
    std::set<std::size_t> counts;
    for (const auto set : {SentimentGrammar::Set::but, SentimentGrammar::Set::majority})
        for (int i = 0; i < 2000; ++i) {
            const auto sentence = grammar.draw(random, Split::train, set, false);
            CAPTURE(words(grammar, sentence.tokens));
            int positive = 0;
            for (const auto& clause : sentence.clauses) {
                const bool sounds_good = good.contains(word(grammar, sentence.tokens, clause.polar));
                CHECK(sounds_good == ((clause.polarity == 1) != (clause.negation >= 0)));
                agree += sounds_good == (clause.polarity == 1) ? 1 : 0;
                positive += clause.polarity;
                ++clauses;
                if (clause.negation < 0) continue;
                const std::string negation = word(grammar, sentence.tokens, clause.negation);
                CHECK((negation == "not" || negation == "nothing"));
                CHECK(clause.negation < clause.polar);
            }
            const auto count = static_cast<int>(sentence.clauses.size());
            if (set == SentimentGrammar::Set::majority) {
                counts.insert(sentence.clauses.size());
                CHECK(sentence.polarity == (2 * positive > count ? 1 : 0));
            } else if (word(grammar, sentence.tokens, 0) == "although") {
                CHECK(sentence.polarity == sentence.clauses.back().polarity);
                CHECK(sentence.polarity != sentence.clauses.front().polarity);
            } else if (words(grammar, sentence.tokens).find(" although ") != std::string::npos) {
                CHECK(sentence.polarity == sentence.clauses.front().polarity);
                CHECK(sentence.polarity != sentence.clauses.back().polarity);
            } else {
                CHECK(sentence.polarity == sentence.clauses.back().polarity);
            }
        }
    CHECK(counts == std::set<std::size_t>{1, 3});
    CHECK(agree > 0.5 * clauses);
    CHECK(agree < 0.6 * clauses);  // 45 % are negated
    CHECK(word(grammar, grammar.draw(random, Split::train, SentimentGrammar::Set::but, true).tokens, 0) == "<cls>");
}

TEST_CASE("agreement: the verb is the subject's in kind and number, whatever stands between or before") {
    const AgreementGrammar& grammar = AgreementGrammar::instance();
    Random random(7);
    std::map<std::string, std::set<std::string>> verbs;
    int mismatched = 0, fronted = 0, alone = 0;
    for (int i = 0; i < 4000; ++i) {
        const auto sentence = grammar.draw(random, Split::train);
        CHECK(sentence.tokens.size() <= 14);
        CHECK(sentence.verb > sentence.subject);
        verbs[word(grammar, sentence.tokens, sentence.subject)].insert(word(grammar, sentence.tokens, sentence.verb));
        mismatched += sentence.mismatch ? 1 : 0;
        fronted += sentence.fronted ? 1 : 0;
        alone += sentence.distractor < 0 ? 1 : 0;
        if (sentence.fronted) CHECK(sentence.distractor < sentence.subject);
        if (!sentence.fronted && sentence.distractor >= 0) {
            CHECK(sentence.distractor > sentence.subject);
            CHECK(sentence.distractor < sentence.verb);
        }
    }
    CHECK(verbs.size() == 24);
    std::set<std::string> different;
    for (const auto& [noun, of_noun] : verbs) {
        CHECK(of_noun.size() == 1);
        different.insert(*of_noun.begin());
    }
    CHECK(different.size() == 24);
    CHECK(verbs["wolves"] == std::set<std::string>{"howl"});
    CHECK(std::abs(mismatched - 1740) < 150);  // half of 87 %
    CHECK(std::abs(fronted - 480) < 80);
    CHECK(std::abs(alone - 520) < 80);
}

TEST_CASE("masked words are labelled and no others; most are hidden, some exchanged, some stay") {
    const Task& task = require_task("agreement-masked");
    const int mask = AgreementGrammar::instance().mask();
    Random random(8);
    double all = 0, labelled = 0, hidden = 0, kept = 0;
    for (int i = 0; i < 4000; ++i) {
        const Sample sample = draw(task, random);
        for (std::size_t t = 0; t < sample.tokens.size(); ++t) {
            ++all;
            if (sample.tokens[t] == mask) CHECK(sample.labels[t] >= 0);
            if (sample.labels[t] < 0) continue;
            ++labelled;
            hidden += sample.tokens[t] == mask ? 1 : 0;
            kept += sample.tokens[t] == sample.labels[t] ? 1 : 0;
        }
    }
    CHECK(labelled / all == doctest::Approx(0.15).epsilon(0.05));
    CHECK(hidden / labelled == doctest::Approx(0.8).epsilon(0.05));
    CHECK(kept / labelled == doctest::Approx(0.1).epsilon(0.15));
    const Sample causal = draw(require_task("agreement-causal"), random);
    CHECK(causal.tokens.front() == AgreementGrammar::instance().start());
    CHECK(std::equal(causal.tokens.begin() + 1, causal.tokens.end(), causal.labels.begin()));
    CHECK(causal.labels.back() == -1);
}

TEST_CASE("the positional tasks ask what their names say, of texts of 8 to 32 tokens") {
    Random random(9);
    for (const char* name : {"k-back-3", "k-back-1", "local-majority", "running-majority"}) {
        CAPTURE(name);
        const Task& task = require_task(name);
        std::set<std::size_t> lengths;
        for (int i = 0; i < 600; ++i) {
            const Sample sample = draw(task, random);
            lengths.insert(sample.tokens.size());
            for (std::size_t t = 0; t < sample.tokens.size(); ++t) {
                int expected = -1;
                const auto count = [&](std::size_t first, std::size_t last, int symbol) {
                    return std::count(sample.tokens.begin() + static_cast<std::ptrdiff_t>(first),
                                      sample.tokens.begin() + static_cast<std::ptrdiff_t>(last) + 1, symbol);
                };
                if (task.name == "k-back-3" && t >= 3) expected = sample.tokens[t - 3];
                if (task.name == "k-back-1" && t >= 1) expected = sample.tokens[t - 1];
                if (task.name == "local-majority" && t >= 2 && t + 2 < sample.tokens.size())
                    expected = count(t - 2, t + 2, 1) >= 3 ? 1 : 0;
                if (task.name == "running-majority")
                    for (int symbol = 0; symbol < 4; ++symbol) {
                        bool most = true;
                        for (int other = 0; other < 4; ++other)
                            most = most && (other == symbol || count(0, t, other) < count(0, t, symbol));
                        if (most) expected = symbol;
                    }
                CHECK(sample.labels[t] == expected);
            }
        }
        CHECK(lengths == std::set<std::size_t>{8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32});
    }
}

TEST_SUITE_END();
