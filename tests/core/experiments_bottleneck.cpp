// Translation by length of sentence: the shares are those that the shipped models' cards hold, and what is marked as
// wrong is wrong.
// ctest: alone 3 s, optimised only
#include "core/experiments/bottleneck.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "core/io/model_folder.h"
#include "tests/support/sanitized.h"

using namespace glassformer;

namespace {

std::shared_ptr<const Model> shipped_translator(const std::string& name) {
    return std::make_shared<const Model>(
        load_model(std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets" / "models" / name));
}

constexpr std::array<const char*, 3> translators{"translate-bottleneck", "translate-rnn-attention", "translate-fr-en"};
constexpr std::atomic<bool> goes_on{false};

std::vector<Translator> translators_of(const std::vector<std::string>& names, std::uint64_t seed) {
    std::vector<Translator> made;
    for (const std::string& name : names) {
        const auto model = shipped_translator(name);
        made.push_back({.model = model,
                        .sentences = std::make_shared<HeldOutSentences>(require_task(name), seed, 100),
                        .lengths = measured_lengths(*model)});
    }
    return made;
}

Translated marked(std::vector<int> words, std::vector<int> reference, bool ended = true) {
    Translated translated{.source = {}, .reference = std::move(reference), .words = std::move(words), .right = {},
                          .found = {}, .ended = ended};
    mark_right_words(translated);
    return translated;
}

}  // namespace

TEST_SUITE_BEGIN("experiments_bottleneck");

TEST_CASE("held-out sentences: of the length that is asked for, the same for the same seed, in whatever order") {
    const Task& compound = require_task("translate-bottleneck");
    HeldOutSentences sentences(compound, 4, 2), backwards(compound, 4, 100), others(compound, 5, 1),
        of_attention(require_task("translate-rnn-attention"), 4, 2);
    for (int length = 22; length >= 3; --length) {
        CAPTURE(length);
        REQUIRE(backwards.at(length, 1) != nullptr);
        CHECK(static_cast<int>(backwards.at(length, 1)->tokens.size()) == length + 1);
    }
    for (int length = 3; length <= 22; ++length)
        for (std::size_t number = 0; number < 2; ++number) {
            const std::vector<int> tokens = sentences.at(length, number)->tokens;
            CHECK(tokens == backwards.at(length, number)->tokens);
            CHECK(tokens == of_attention.at(length, number)->tokens);  // the models are compared on the same sentences
        }
    CHECK(others.at(10, 0)->tokens != sentences.at(10, 0)->tokens);
    CHECK(sentences.at(10, 2) == nullptr);  // it keeps no more
    if (!test::sanitized) CHECK(backwards.at(40, 0) == nullptr);  // after all that it draws: tens of thousands
    CHECK(backwards.at(10, 0)->tokens == sentences.at(10, 0)->tokens);
}

TEST_CASE("the lengths that are compared are those of the cards") {
    const std::vector<int> compound = measured_lengths(*shipped_translator("translate-bottleneck")),
                           single = measured_lengths(*shipped_translator("translate-fr-en"));
    CHECK(compound.size() == 20);
    CHECK(compound.front() == 3);
    CHECK(compound.back() == 22);
    CHECK(compound == measured_lengths(*shipped_translator("translate-rnn-attention")));
    CHECK(single.front() == 3);
    CHECK(single.back() == 12);
}

TEST_CASE("words that are right are a longest common subsequence of translation and reference") {
    const Translated swapped = marked({1, 9, 3, 4}, {1, 2, 3, 4});
    CHECK(swapped.right == std::vector<bool>{true, false, true, true});
    CHECK(swapped.found == swapped.right);
    CHECK(swapped.share_right() == 0.75);
    CHECK_FALSE(swapped.exact());
    const Translated shifted = marked({7, 1, 2, 3, 4}, {1, 2, 3, 4});
    CHECK(shifted.right == std::vector<bool>{false, true, true, true, true});
    CHECK(shifted.share_right() == 0.8);
    CHECK(marked({1, 2}, {1, 2}).exact());
    CHECK(marked({1, 2}, {1, 2}).share_right() == 1);
    CHECK_FALSE(marked({1, 2}, {1, 2}, false).exact());
    CHECK(marked({}, {1, 2}).share_right() == 0);
    CHECK(marked({2, 1}, {1, 2}).share_right() == 0.5);
}

TEST_CASE("the shares by length are those of the models' cards") {
    // Lengths where the card's share is 0 or 1, and some on the way between.
    constexpr std::array lengths{3, 5, 8, 10, 12, 18, 22};
    constexpr int rounds = test::sanitized ? 6 : 24;
    for (std::size_t m = 0; m < translators.size(); ++m) {
        const std::string name = translators.at(m);
        CAPTURE(name);
        std::vector<Translator> some = translators_of({name}, 11);
        std::erase_if(some[0].lengths,
                      [&](int length) { return std::ranges::find(lengths, length) == lengths.end(); });
        std::vector<TranslationRound> made;
        for (std::size_t r = 0; r < static_cast<std::size_t>(rounds); ++r) made.push_back(translation_round(some, r, goes_on));
        for (const int length : some[0].lengths) {
            CAPTURE(length);
            const ShareEstimate exact = share_right(made, 0, length, TranslationMeasure::exact),
                                words = share_right(made, 0, length, TranslationMeasure::words);
            CHECK(exact.count == rounds);
            const double card = metric(some[0].model->card.metrics, "exact_" + std::to_string(length));
            // Three standard errors of a share of so many, and of the card's hundred.
            const double likely = std::clamp(card, 0.02, 0.98);
            CHECK(std::abs(exact.mean - card) <=
                  3 * std::sqrt(likely * (1 - likely) * (1.0 / exact.count + 1.0 / 100)));
            CHECK(words.mean >= exact.mean);
            if (exact.mean > 0 && exact.mean < 1)
                CHECK(exact.error == doctest::Approx(std::sqrt(exact.mean * (1 - exact.mean) / (exact.count - 1))));
            else
                CHECK(exact.error == 0);
        }
    }
}

TEST_CASE("the interval of a share is Wilson's, also where all or none are right") {
    const auto near = [](std::array<double, 2> made, double low, double high) {
        return std::abs(made[0] - low) < 5e-5 && std::abs(made[1] - high) < 5e-5;
    };
    CHECK(near(wilson_interval(0.5, 100), 0.4038, 0.5962));  // tables of Wilson's interval
    CHECK(near(wilson_interval(0.9, 20), 0.6990, 0.9721));
    CHECK(near(wilson_interval(1, 20), 0.8389, 1));  // n / (n + z²)
    CHECK(near(wilson_interval(0, 5), 0, 0.4345));
}

TEST_CASE("a round that is stopped has fewer, and none is no number") {
    const std::atomic<bool> stopped{true};
    const std::vector<TranslationRound> rounds{
        translation_round(translators_of({"translate-bottleneck"}, 1), 0, stopped)};
    CHECK(rounds.front().by_model.front().empty());
    CHECK(share_right(rounds, 0, 5, TranslationMeasure::exact).count == 0);
    CHECK(std::isnan(share_right(rounds, 0, 5, TranslationMeasure::exact).mean));
    CHECK(std::isnan(share_right(rounds, 0, 5, TranslationMeasure::exact).low));
    CHECK(std::isnan(share_right(rounds, 7, 5, TranslationMeasure::words).error));
}

TEST_SUITE_END();
