// The translation tasks' samples and measures, and decoding step by step: what is measured in one pass with the right
// words before each is what greedy decoding does.
// ctest: optimised too
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/generate/generation.h"
#include "core/generate/target_logits.h"
#include "core/train/measure.h"
#include "core/train/tasks/masking.h"
#include "core/train/tasks/translation_grammar.h"
#include "core/train/trainer.h"

using namespace glassformer;

namespace {

constexpr int start = 1, end_id = 2;

/// The target by the start token, then greedily until the end.
Continuation greedy(const ModelConfig& config, const Weights& weights, const std::vector<int>& source, int longest) {
    TargetLogits logits(config, weights, source, longest);
    Random random(1);
    return continue_text(std::ref(logits), std::vector<int>{start}, {.steps = longest - 1, .end = end_id},
                         {.temperature = 0}, random);
}

/// A small pair of either kind.
ModelConfig pair_config(bool recurrent) {
    const std::string sizes =
        R"("vocab_size": 9, "target_vocab_size": 8, "d_model": 8, "n_layers": 1, "max_seq_len": 9)";
    return parse_config(recurrent
                            ? R"({"architecture": "recurrent_encoder_decoder", )" + sizes +
                                  R"(, "recurrent": {"cell": "gru", "d_hidden": 16, "attention": "additive"}})"
                            : R"({"architecture": "encoder_decoder", "n_heads": 2, "n_cross_heads": 1, )" + sizes + "}",
                        "test");
}

/// One or two words, each translated by another word: learnt halfway, so that some are right and others wrong.
void sample_words(Random& random, Sample& sample) {
    const int words = 1 + random.below(5);
    sample.target_tokens = {start};
    for (int i = 0; i < words; ++i) {
        const int word = 3 + random.below(5);
        sample.tokens.push_back(word);
        sample.target_tokens.push_back(word);
    }
    std::reverse(sample.target_tokens.begin() + 1, sample.target_tokens.end());
    sample.labels.assign(sample.target_tokens.begin() + 1, sample.target_tokens.end());
    sample.labels.push_back(end_id);
    sample.tokens.push_back(end_id);
}

}  // namespace

TEST_SUITE_BEGIN("translation_tasks");

TEST_CASE("exactness given the right words before is exactness of greedy decoding") {
    for (const bool recurrent : {false, true}) {
        CAPTURE(recurrent);
        TrainOptions options;
        options.steps = recurrent ? 90 : 130;
        options.batch = 16;
        options.learning_rate = 1e-2;
        options.init.std = 0.2F;
        Trainer trainer(pair_config(recurrent), options, sample_words);
        trainer.train();
        const Weights weights = trainer.copy_weights();
        Random random(9);
        std::vector<Sample> samples(60);
        for (Sample& sample : samples) sample_words(random, sample);
        int exact = 0;
        evaluate(trainer.config(), weights, samples, [&](const Reading& reading) {
            const Sample& sample = samples[reading.sample];
            bool all = true;
            for (std::size_t row = 0; row < sample.labels.size(); ++row)
                all = all && reading.predicted(static_cast<int>(row)) == sample.labels[row];
            const Continuation made = greedy(trainer.config(), weights, sample.tokens, 9);
            CHECK(all ==
                  std::equal(made.tokens.begin() + 1, made.tokens.end(), sample.labels.begin(), sample.labels.end()));
            exact += all ? 1 : 0;
        });
        CHECK(exact > 5);  // both happen
        CHECK(exact < 60);
    }
}

TEST_CASE("the logits behind a prefix are those of a pass over the prefix alone") {
    for (const bool recurrent : {false, true}) {
        CAPTURE(recurrent);
        const ModelConfig config = pair_config(recurrent);
        const Weights weights = initial_weights(config, 3, {.std = 0.3F});
        const std::vector<int> source{4, 7, 3, end_id}, target{start, 5, 3, 6};
        TargetLogits logits(config, weights, source, 6);
        for (const std::size_t length : {std::size_t{4}, std::size_t{2}, std::size_t{3}, std::size_t{1}}) {
            const auto prefix = std::span(target).first(length);
            Tape tape;
            const Graph graph = record_model(
                tape, config, weights,
                {.seq_len = static_cast<int>(source.size()), .target_len = static_cast<int>(prefix.size())});
            tape.set(graph.tokens, std::vector<float>(source.begin(), source.end()));
            tape.set(graph.target_tokens, std::vector<float>(prefix.begin(), prefix.end()));
            tape.evaluate();
            const auto last = tape.values(graph.logits).last(8);
            const std::vector<float> found = logits(prefix);
            REQUIRE(found.size() == 8);
            for (std::size_t i = 0; i < 8; ++i) CHECK(found[i] == doctest::Approx(last[i]).epsilon(1e-5));
        }
        CHECK_THROWS_WITH_AS(logits({}), doctest::Contains("a target of 0 tokens was given where 1 to 6 fit"), Error);
        CHECK_THROWS_AS(logits(std::vector<int>(7, 1)), Error);
        CHECK_THROWS_WITH_AS(TargetLogits(config, weights, source, 10), doctest::Contains("at most 9"), Error);
    }
    const ModelConfig alone = parse_config(
        R"({"architecture": "decoder", "vocab_size": 5, "d_model": 8, "n_heads": 1, "n_layers": 1, "max_seq_len": 6})",
        "test");
    CHECK_THROWS_WITH_AS(TargetLogits(alone, initial_weights(alone, 1), std::vector<int>{1}, 3),
                         doctest::Contains("only an encoder–decoder"), Error);
}

TEST_CASE("a translation sample closes the source, opens the target, and asks for each next word") {
    for (const char* name : {"translate-fr-en", "translate-bottleneck", "translate-rnn-attention"}) {
        const Task& task = require_task(name);
        CHECK(task.examples.size() == task.targets.size());
        Random random(3);
        Sample sample;
        for (int i = 0; i < 100; ++i) {
            sample.clear();
            task.sample(random, Split::train, sample);
            const auto word = [](const std::vector<std::string>& words, int id) {
                return words[static_cast<std::size_t>(id)];
            };
            CHECK(word(task.vocabulary, sample.tokens.back()) == "<eos>");
            CHECK(word(task.target_vocabulary, sample.target_tokens.front()) == "<bos>");
            CHECK(word(task.target_vocabulary, sample.labels.back()) == "<eos>");
            CHECK(std::equal(sample.target_tokens.begin() + 1, sample.target_tokens.end(), sample.labels.begin(),
                             sample.labels.end() - 1));
        }
    }
}

TEST_CASE("shares by length count the texts of each length") {
    SharesByLength shares;
    for (const bool right : {true, false, true, true}) shares.add(12, right);
    shares.add(3, false);
    CHECK(shares.texts(12) == 4);
    CHECK(shares.texts(4) == 0);
    CHECK(shares.metrics("exact") == std::vector<Metric>{{"exact_3", 0.0}, {"exact_12", 0.75}});
}

TEST_CASE("of the words 15 % are asked for: 80 % of these masked, 10 % exchanged, 10 % left") {
    constexpr int mask = 100, words = 50, length = 20, texts = 20000;
    Random random(4);
    double asked = 0, masked = 0, exchanged = 0, left = 0;
    std::vector<int> drawn(words);
    for (int i = 0; i < texts; ++i) {
        Sample sample;
        for (int t = 0; t < length; ++t) sample.tokens.push_back(60 + t);  // no word that can be drawn
        mask_words(random, mask, words, sample);
        REQUIRE(sample.labels.size() == length);
        for (int t = 0; t < length; ++t) {
            const int token = sample.tokens[static_cast<std::size_t>(t)],
                      label = sample.labels[static_cast<std::size_t>(t)];
            if (label < 0) {
                CHECK(token == 60 + t);  // what is not asked for stays
                continue;
            }
            CHECK(label == 60 + t);
            ++asked;
            masked += token == mask ? 1 : 0;
            left += token == label ? 1 : 0;
            if (token != mask && token != label) {
                ++exchanged;
                ++drawn.at(static_cast<std::size_t>(token));  // throws where it is no word
            }
        }
    }
    CHECK(asked / (texts * length) == doctest::Approx(0.15).epsilon(0.02));
    CHECK(masked / asked == doctest::Approx(0.80).epsilon(0.01));
    CHECK(exchanged / asked == doctest::Approx(0.10).epsilon(0.04));
    CHECK(left / asked == doctest::Approx(0.10).epsilon(0.04));
    CHECK(std::ranges::min(drawn) > 0);
}

TEST_SUITE_END();
