// Choosing tokens over evaluations, held against generation without a session: the same numbers, the same tokens.
#include "core/generate/token_run.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/analysis/alignment.h"
#include "core/base/error.h"
#include "core/generate/candidates.h"
#include "core/generate/generation.h"
#include "core/generate/key_value_cache.h"
#include "core/generate/next_token.h"
#include "core/generate/target_logits.h"
#include "core/io/model_folder.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

std::shared_ptr<const Model> shipped(const std::string& name) {
    return std::make_shared<Model>(load_model(test::source_dir() / "assets" / "models" / name));
}

std::vector<int> ids(const std::vector<TokenLabel>& tokens) {
    std::vector<int> made;
    for (const TokenLabel& token : tokens) made.push_back(token.id);
    return made;
}

/// Steps over evaluations until the run stops, at most so many.
Inputs run_steps(TokenRun& run, const std::shared_ptr<const Model>& model, Inputs inputs, const Sampling& sampling,
                 int most) {
    for (int i = 0; i < most; ++i) {
        run.follow(inputs);
        const auto longer = run.advance(*evaluate_once(model, inputs), sampling);
        if (!longer) break;
        inputs = *longer;
    }
    run.follow(inputs);
    return inputs;
}

}  // namespace

TEST_SUITE_BEGIN("token_run");

TEST_CASE("sampling settings have a text form, and what is wrong in it is named") {
    const Sampling sampling{.temperature = 0.8F, .top_k = 5, .top_p = 0.9F, .greedy = true, .seed = 77};
    CHECK(to_text(sampling) == R"({"temperature":0.8,"top_k":5,"top_p":0.9,"greedy":true,"seed":77})");
    CHECK(sampling_from_text(to_text(sampling)) == sampling);
    CHECK(sampling_from_text("{}") == Sampling{});
    CHECK(sampling.decode().temperature == 0);
    CHECK(Sampling{.temperature = 2}.decode().temperature == 2);
    CHECK_THROWS_WITH_AS(sampling_from_text(R"({"top_k":-1})"), doctest::Contains("top_k"), Error);
    CHECK_THROWS_WITH_AS(sampling_from_text(R"({"top_p":0})"), doctest::Contains("top-p"), Error);
    CHECK_THROWS_WITH_AS(sampling_from_text(R"({"warmth":1})"), doctest::Contains("warmth"), Error);
    CHECK_THROWS_AS(sampling_from_text("{"), Error);
}

TEST_CASE("candidates by hand: rank, probability, the cut and the line of numbers") {
    // Probabilities 1/8, 1/2, 1/8, 1/4. Top-k 3 leaves 4/7, 2/7, 1/7; top-p 0.7 the first two of these.
    const std::vector<float> logits{0, std::log(4.0F), 0, std::log(2.0F)};
    const Candidates found = candidates(logits, {.temperature = 1, .top_k = 3, .top_p = 0.7F});
    REQUIRE(found.ranks.size() == 4);
    CHECK(found.ranks[0].token == 1);
    CHECK(found.ranks[1].token == 3);
    CHECK(found.ranks[2].token == 0);  // ties keep the lower id
    CHECK(found.ranks[0].probability == doctest::Approx(0.5));
    CHECK(found.ranks[3].probability == doctest::Approx(0.125));
    CHECK(found.ranks[1].log_probability == doctest::Approx(std::log(0.25)));
    CHECK(found.ranks[0].chosen == doctest::Approx(2.0 / 3));
    CHECK(found.ranks[1].chosen == doctest::Approx(1.0 / 3));
    CHECK(found.ranks[2].chosen == 0);
    CHECK(found.within_top_k == 3);
    CHECK(found.kept == 2);
    CHECK(found.kept_probability == doctest::Approx(0.75));
    CHECK(found.entropy == doctest::Approx(1.75 * std::log(2.0)));
    CHECK(found.chosen_entropy == doctest::Approx(std::log(3.0) - 2.0 / 3 * std::log(2.0)));
    CHECK(rank_of(found, 0) == 2);
    CHECK(rank_of(found, 9) == -1);
    const std::vector<Segment> segments = cumulative(found);
    REQUIRE(segments.size() == 2);  // in the order of the vocabulary: 1, 3
    CHECK(segments[0].token == 1);
    CHECK(segments[0].upto == doctest::Approx(2.0 / 3));
    CHECK(segments[1].below == segments[0].upto);
    CHECK(token_under(segments, 0.66) == 1);
    CHECK(token_under(segments, 0.67) == 3);
    CHECK(token_under({}, 0.5) == -1);
    const Candidates greedy = candidates(logits, {.temperature = 0});
    CHECK(greedy.kept == 1);
    CHECK(greedy.within_top_k == 1);
    CHECK_THROWS_AS(candidates(std::vector<float>{-INFINITY}, {}), Error);
    CHECK_THROWS_WITH_AS(candidates(std::vector<float>{1, NAN}, {}), doctest::Contains("NaN"), Error);
}

TEST_CASE("a drawn number and the token under it are those of sample()") {
    Random logits_of(3);
    std::vector<float> logits;
    for (int i = 0; i < 40; ++i) logits.push_back(2 * logits_of.normal());
    const DecodeOptions options{.temperature = 0.7F, .top_k = 20, .top_p = 0.95F};
    const std::vector<Segment> segments = cumulative(candidates(logits, options));
    const std::vector<double> distribution = next_token_distribution(logits, options);
    Random random(11);
    for (int i = 0; i < 200; ++i) CHECK(token_under(segments, drawn_number(11, i)) == sample(distribution, random));
}

TEST_CASE("a token is added to a text so that it is read as that token") {
    const auto characters = shipped("characters"), words = shipped("coreference-causal"),
               pair = shipped("translate-fr-en");
    const int b = characters->tokenizer->find("b");
    CHECK(with_token(*characters, "ROMEO:\n", b) == "ROMEO:\nb");
    CHECK(with_token(*characters, "", b) == "b");
    const int animal = words->tokenizer->find("animal");
    CHECK(with_token(*words, "it =", animal) == "it = animal");
    CHECK_FALSE(with_token(*words, "it =", words->config.vocab_size));
    const int he = pair->target_tokenizer->find("he");
    CHECK(with_token(*pair, "", he, true) == "he");
    CHECK(answer_word(*pair, he) == "he");
    REQUIRE(end_token(*pair));
    CHECK(pair->target_tokenizer->token(*end_token(*pair)) == "<eos>");
    CHECK_FALSE(end_token(*characters));
    const std::vector<int> target{pair->target_tokenizer->find("<bos>"), he, *end_token(*pair)};
    CHECK(target_text(*pair, target) == "he");
    CHECK(target_text(*pair, std::span(target).first(1)).empty());
    const Inputs inputs{.model = "m", .text = "il m' a entarté", .target = "he", .edits = {}};
    const auto longer = continued(*pair, inputs, pair->target_tokenizer->find("hit"));
    REQUIRE(longer);
    CHECK(longer->target == "he hit");
    CHECK(longer->text == inputs.text);
}

TEST_CASE("a run over evaluations chooses the tokens of continue_text, and follows undo") {
    const auto model = shipped("characters");
    const Inputs first{.model = "characters", .text = "ROMEO:\n", .target = "", .edits = {}};
    for (const Sampling& sampling : {Sampling{.temperature = 0.8F, .top_k = 10, .top_p = 0.9F, .seed = 5},
                                     Sampling{.seed = 6}, Sampling{.greedy = true}}) {
        CAPTURE(to_text(sampling));
        TokenRun run;
        const Inputs last = run_steps(run, model, first, sampling, 8);
        KeyValueCache cache(model->config, model->weights);
        Random random(sampling.seed);
        const std::vector<int> given = ids(tokenize(*model, first.text));
        const Continuation expected =
            continue_text([&](std::span<const int> tokens) { return cache.next_logits(tokens); }, given,
                          {.steps = 8, .end = {}}, sampling.decode(), random);
        CHECK(ids(tokenize(*model, last.text)) == expected.tokens);
        REQUIRE(run.steps().size() == 8);
        for (std::size_t i = 0; i < 8; ++i) {
            CHECK(run.steps()[i].token == expected.tokens[expected.given + i]);
            CHECK(run.steps()[i].log_probability == doctest::Approx(expected.log_probabilities[i]).epsilon(1e-4));
        }
        CHECK(run.steps().back().total == doctest::Approx(expected.total).epsilon(1e-4));
        CHECK(run.stopped().empty());

        Inputs shorter = last;
        shorter.text.pop_back();
        run.follow(shorter);  // undo
        CHECK(run.steps().size() == 7);
        CHECK(run.index() == 7);
        const auto again = run.advance(*evaluate_once(model, shorter), sampling);
        REQUIRE(again);
        CHECK(again->text == last.text);
        run.follow({.model = "characters", .text = "another", .target = "", .edits = {}});
        CHECK(run.steps().empty());
        CHECK(run.start().text == "another");
    }
}

TEST_CASE("a run stops with a sentence where the model reads no more") {
    const auto model = shipped("characters");
    const Inputs full{.model = "characters", .text = std::string(64, 'a'), .target = "", .edits = {}};
    TokenRun run;
    run.follow(full);
    CHECK_FALSE(run.advance(*evaluate_once(model, full), {}));
    CHECK(run.stopped().find("64 tokens, the most that this model can read at once") != std::string::npos);
    CHECK(run.steps().empty());
    // The sentence goes with its reason.
    const Inputs shorter{.model = "characters", .text = std::string(63, 'a'), .target = "", .edits = {}};
    CHECK(run.advance(*evaluate_once(model, shorter), {}));
    CHECK(run.stopped() == "");
}

TEST_CASE("a greedy run translates as generation does, ends with the end token, and its map has a row a word") {
    const auto model = shipped("translate-fr-en");
    const Inputs first{.model = "translate-fr-en", .text = "il m' a entarté", .target = "", .edits = {}};
    TokenRun run;
    const Inputs last = run_steps(run, model, first, {.greedy = true}, 30);
    const std::vector<int> source = ids(tokenize(*model, first.text)), given = ids(tokenize(*model, "", true));
    TargetLogits logits(model->config, model->weights, source, model->config.max_seq_len);
    Random random(0);
    const Continuation expected =
        continue_text(std::ref(logits), given, {.steps = 20, .end = end_token(*model)}, {.temperature = 0}, random);
    REQUIRE(expected.ended);
    std::vector<int> written = expected.tokens;
    written.pop_back();  // the end token is chosen, not written
    CHECK(ids(tokenize(*model, last.target, true)) == written);
    CHECK(last.target == "he hit me with a pie");
    CHECK(run.ended());
    CHECK(run.stopped().find("<eos>") != std::string::npos);
    REQUIRE(run.steps().size() == expected.log_probabilities.size());
    CHECK(run.steps().back().total == doctest::Approx(expected.total).epsilon(1e-4));
    CHECK(run.steps().back().end);
    CHECK_FALSE(run.advance(*evaluate_once(model, last), {}));

    Inputs shorter = last;
    shorter.target = "he hit me with a";
    run.follow(shorter);
    CHECK_FALSE(run.ended());
    CHECK(run.stopped().empty());
    run.follow(last);  // redo
    CHECK(run.ended());

    const auto evaluation = evaluate_once(model, last);
    const std::vector<int> layers = cross_weights(evaluation->trace());
    REQUIRE(layers.size() == 1);
    const Record& weights = evaluation->trace().record(layers[0]);
    CHECK(weights.name == "decoder.blocks.0.cross_attn.weights");
    const Alignment map = alignment(weights, 0);
    CHECK(map.rows == static_cast<int>(evaluation->target_tokens().size()));
    CHECK(map.cols == static_cast<int>(evaluation->tokens().size()));
    CHECK(map.values[static_cast<std::size_t>(map.cols + 2)] == weights.at({{0, 1, 2, 0}}));
    CHECK_THROWS_AS(alignment(weights, 1), Error);
}

TEST_CASE("the mean alignment is the mean of the heads") {
    const std::vector<float> values{0.2F, 0.8F, 1, 0, 0.6F, 0.4F, 0.5F, 0.5F};
    Record weights;
    weights.name = "decoder.blocks.0.cross_attn.weights";
    weights.shape = {{Axis::head, 2}, {Axis::query, 2}, {Axis::key, 2}};
    weights.value = values.data();
    CHECK(alignment(weights, 1).values == std::vector<float>{0.6F, 0.4F, 0.5F, 0.5F});
    const Alignment mean = alignment(weights, -1);
    for (std::size_t i = 0; i < 4; ++i) CHECK(mean.values[i] == doctest::Approx((values[i] + values[i + 4]) / 2));
}

TEST_CASE("a run of tokens is the same after writing and reading, and what is none is refused") {
    const auto model = shipped("characters");
    TokenRun run;
    CHECK(run.text() == "null");
    Inputs inputs;
    inputs.model = "characters";
    inputs.text = "a";
    inputs = run_steps(run, model, inputs, {.seed = 3}, 4);
    REQUIRE(run.steps().size() >= 1);
    TokenRun again;
    again.read(run.text());
    CHECK(again.text() == run.text());
    again.follow(inputs);
    REQUIRE(again.steps().size() == run.steps().size());
    CHECK(again.index() == run.index());
    CHECK(again.stopped() == run.stopped());
    CHECK(again.start().text == "a");
    for (std::size_t i = 0; i < run.steps().size(); ++i) {
        CHECK(again.steps()[i].token == run.steps()[i].token);
        CHECK(again.steps()[i].total == run.steps()[i].total);
        CHECK(again.steps()[i].number == run.steps()[i].number);
    }
    for (const char* wrong : {"{", "3", "{}", R"({"model":"m","architecture":"","texts":[],"steps":[],"stopped":""})",
                              R"({"model":"m","architecture":"","texts":[["a",""]],"steps":[{}],"stopped":""})"}) {
        CAPTURE(wrong);
        CHECK_THROWS_AS(again.read(wrong), Error);
    }
    CHECK(again.text() == run.text());
    again.read("null");
    CHECK(again.text() == "null");
}

TEST_SUITE_END();
