// ctest: alone 2 s, optimised only
#include "core/train/task.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "core/base/error.h"
#include "core/io/assets.h"
#include "core/model/positional.h"
#include "core/train/tasks/coreference_grammar.h"
#include "tests/support/support.h"

using namespace glassformer;
using Sentence = CoreferenceGrammar::Sentence;

namespace {

int at(const Sentence& sentence, int position) { return sentence.tokens[static_cast<std::size_t>(position)]; }

/// The text as its grammar made it: what is masked stands in the labels.
std::vector<int> whole(const Task& task, const Sample& sample) {
    std::vector<int> tokens = sample.tokens;
    if (std::ranges::count(task.vocabulary, "<mask>") > 0 && task.config.architecture == Architecture::encoder)
        for (std::size_t t = 0; t < tokens.size(); ++t)
            if (sample.labels[t] >= 0) tokens[t] = sample.labels[t];
    return tokens;
}

std::string words(std::span<const int> tokens) {
    std::string text;
    for (const int token : tokens)
        text +=
            (text.empty() ? "" : " ") + CoreferenceGrammar::instance().vocabulary()[static_cast<std::size_t>(token)];
    return text;
}

}  // namespace

TEST_SUITE_BEGIN("tasks");

TEST_CASE("the coreference grammar has 8400 different sentences of 81 words, a fifth of them held out") {
    const CoreferenceGrammar& grammar = CoreferenceGrammar::instance();
    CHECK(grammar.vocabulary().size() == 81);
    CHECK(std::set<std::string>(grammar.vocabulary().begin(), grammar.vocabulary().end()).size() == 81);
    std::set<std::vector<int>> different;
    std::size_t held_out = 0;
    for (const Sentence& sentence : grammar.sentences()) {
        different.insert(sentence.tokens);
        held_out += sentence.split == Split::held_out ? 1 : 0;
        CHECK((sentence.tokens.size() == 13 || sentence.tokens.size() == 14));
    }
    CHECK(grammar.sentences().size() == 8400);
    CHECK(different.size() == 8400);
    CHECK(held_out == 1664);  // and 6736 to train on
    for (int pattern = 0; pattern < CoreferenceGrammar::templates; ++pattern)
        for (const Split split : {Split::train, Split::held_out}) CHECK_FALSE(grammar.of(pattern, split).empty());
}

TEST_CASE("a held-out sentence has a pair of referent and adjective or a pair of nouns that training never sees") {
    std::set<std::pair<int, int>> referents, nouns;
    const auto referent = [](const Sentence& s) { return std::pair(at(s, s.referent), at(s, s.adjective)); };
    const auto pair = [](const Sentence& s) {
        return std::pair(std::min(at(s, s.referent), at(s, s.other)), std::max(at(s, s.referent), at(s, s.other)));
    };
    for (const Sentence& sentence : CoreferenceGrammar::instance().sentences()) {
        if (sentence.split != Split::train) continue;
        referents.insert(referent(sentence));
        nouns.insert(pair(sentence));
    }
    for (const Sentence& sentence : CoreferenceGrammar::instance().sentences()) {
        const bool seen = referents.contains(referent(sentence)) && nouns.contains(pair(sentence));
        if (sentence.split == Split::held_out && seen) FAIL(words(sentence.tokens));
    }
    CHECK(referents.size() == 216 - 32);  // 15 % of 216 pairs are held out
    CHECK(nouns.size() == 158 - 16);      // 10 % of 158
}

TEST_CASE("the adjective alone decides what \"it\" is, in both word orders") {
    std::set<std::string> found;
    for (const Sentence& sentence : CoreferenceGrammar::instance().sentences())
        found.insert(words(sentence.tokens) + " | " + words(std::array{at(sentence, sentence.referent)}));
    for (const char* expected : {
             "the animal did n't cross the street because it was too tired . | animal",
             "the animal did n't cross the street because it was too wide . | street",
             "the street was not crossed by the animal because it was too tired . | animal",
             "the trophy does n't fit in the suitcase because it is too big . | trophy",
             "the trophy does n't fit in the suitcase because it is too small . | suitcase",
             "the suitcase could not hold the trophy because it is too big . | trophy",
             "the dog did n't catch the cat because it was too slow . | dog",
             "the dog was not caught by the cat because it was too fast . | dog",
             "the dog was not caught by the cat because it was too slow . | cat",
         })
        CHECK_MESSAGE(found.contains(expected), expected);
}

TEST_CASE("every task draws the same samples from the same seed, in its own half, that fit its model") {
    for (const Task& task : all_tasks()) {
        CAPTURE(task.name);
        CHECK(find_task(task.name) == &task);
        if (task.read_corpus != nullptr) continue;  // has no text of its own: characters.cpp
        CHECK(static_cast<int>(task.vocabulary.size()) == task.config.vocab_size);
        CHECK(static_cast<int>(task.target_vocabulary.size()) ==
              (has_target(task.config) ? task.config.target_vocab_size : 0));
        CHECK_FALSE(task.examples.empty());
        check(task.training);
        std::set<std::vector<int>> held_out;
        Random first(7), second(7);
        Sample a, b;
        for (int i = 0; i < 500; ++i) {
            a.clear();
            b.clear();
            task.sample(first, Split::held_out, a);
            task.sample(second, Split::held_out, b);
            CHECK(a.tokens == b.tokens);
            CHECK(a.target_tokens == b.target_tokens);
            CHECK(a.labels == b.labels);
            held_out.insert(whole(task, a));
        }
        int labelled = 0;
        for (int i = 0; i < 3000; ++i) {
            a.clear();
            task.sample(first, Split::train, a);
            CHECK_FALSE(held_out.contains(whole(task, a)));
            const std::vector<int>& answered = has_target(task.config) ? a.target_tokens : a.tokens;
            CHECK(a.labels.size() == (task.config.head.classifier ? 1 : answered.size()));
            CHECK(static_cast<int>(answered.size()) <= task.config.max_seq_len);
            CHECK(static_cast<int>(a.tokens.size()) <= task.config.max_seq_len);
            CHECK(std::ranges::max(a.tokens) < task.config.vocab_size);
            labelled += std::ranges::max(a.labels) >= 0 ? 1 : 0;
        }
        CHECK(labelled > 2000);  // a short text may have no masked word
    }
    CHECK(find_task("sorting") == nullptr);
    CHECK_THROWS_WITH_AS(require_task("sorting"),
                         doctest::Contains("there is no task \"sorting\"; the tasks are agreement"), Error);
}

TEST_CASE(
    "a shipped model's card has the title and the advice of its task, and names the encoding that was asked for") {
    int compared = 0;
    for (const BuiltinModel& row : builtin_models(test::source_dir() / "assets")) {
        CAPTURE(row.name);
        if (!row.card.origin.empty()) continue;  // it learned no task of ours
        const Task& task = require_task(row.card.task);
        const auto shipped = std::ranges::find(task.shipped, row.name, &ShippedModel::name);
        REQUIRE(shipped != task.shipped.end());
        const bool variant = !shipped->architecture.empty();
        CHECK(row.card.try_this == (variant ? shipped->to_try : task.to_try));
        CHECK(row.card.question == task.question);
        CHECK(row.card.answer_note == task.answer_note);
        CHECK((row.card.question.empty() || row.card.question.ends_with('?')));
        const bool asked = row.card.command.find("--positional") != std::string::npos;
        const std::string encoding = asked ? std::string(", positions: ") + row.config.positional.kind->title : "";
        CHECK(row.card.title == std::string(variant ? shipped->title : task.title) + encoding);
        ++compared;
    }
    CHECK(compared >= 49);
}

TEST_CASE("the sorting task asks for the sorted digits, each from the one before") {
    const Task& task = require_task("sort");
    Random random(3);
    Sample sample;
    for (int i = 0; i < 200; ++i) {
        sample.clear();
        task.sample(random, i % 2 == 0 ? Split::train : Split::held_out, sample);
        std::vector<int> sorted(sample.tokens.begin(), sample.tokens.begin() + 6);
        std::ranges::sort(sorted);
        CHECK(sample.tokens.size() == 11);
        CHECK(std::equal(sample.tokens.begin() + 6, sample.tokens.end(), sorted.begin()));
        CHECK(std::count(sample.labels.begin(), sample.labels.begin() + 5, -1) == 5);
        CHECK(std::equal(sorted.begin(), sorted.end(), sample.labels.begin() + 5));
    }
}

TEST_SUITE_END();
