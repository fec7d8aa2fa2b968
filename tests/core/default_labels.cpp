// What a loss is measured against where nothing is written: for every text of a task's generator exactly the labels
// that the task trains.
// ctest: alone 3 s, optimised only
#include "core/session/default_labels.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "core/io/model_folder.h"
#include "core/session/labels.h"
#include "core/session/session.h"
#include "core/train/task.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

std::shared_ptr<const Model> load(const std::string& name) {
    return std::make_shared<const Model>(load_model(test::source_dir() / "assets" / "models" / name));
}

DefaultLabels of_text(const Model& model, const std::string& text, const std::string& target = "") {
    const auto tokens = tokenize(model, text);
    const auto aim = has_target(model.config) ? tokenize(model, target, true) : std::vector<TokenLabel>{};
    const std::size_t rows = model.config.head.classifier ? 1 : has_target(model.config) ? aim.size() : tokens.size();
    return default_labels(model, tokens, aim, rows);
}

}  // namespace

TEST_SUITE_BEGIN("labels");

TEST_CASE("the default labels of a task's texts are those that it trains") {
    Random random(7);
    for (const char* name :
         {"k-back-1-rope", "k-back-3-rope", "local-majority-rope", "running-majority-rope", "soft-lookup", "sort",
          "induction", "induction-one-layer", "recall-rnn", "recall-lstm", "recall-transformer", "coreference",
          "coreference-full", "coreference-causal", "agreement-causal"}) {
        CAPTURE(name);
        const auto model = load(name);
        const Task& task = require_task(model->card.task);
        for (int drawn = 0; drawn < 100; ++drawn) {
            Sample sample;
            task.sample(random, drawn % 2 == 0 ? Split::train : Split::held_out, sample);
            const DefaultLabels found =
                default_labels(*model, tokens_from_ids(*model, sample.tokens), {}, sample.labels.size());
            REQUIRE(found.labels == std::vector<float>(sample.labels.begin(), sample.labels.end()));
            CHECK(found.source ==
                  (std::string_view(name) == "agreement-causal" ? LabelSource::next_tokens : LabelSource::task));
        }
    }
}

TEST_CASE("a row that no training asked is not counted, and an unknown answer is the model's own") {
    constexpr float own = DefaultLabels::own;
    const auto coreference = load("coreference-full");
    const DefaultLabels wide = of_text(*coreference, coreference->card.examples[1]);
    const auto tokens = tokenize(*coreference, coreference->card.examples[1]);
    for (std::size_t t = 0; t < tokens.size(); ++t)
        CHECK(wide.labels[t] ==
              (tokens[t].text == "it" ? static_cast<float>(coreference->tokenizer->find("street")) : -1.0F));
    const DefaultLabels other = of_text(*coreference, "it was too tired");
    CHECK(other.labels == std::vector<float>{own, -1, -1, -1});
    CHECK(other.source == LabelSource::own_answer);
    CHECK(of_text(*coreference, "the dog").source == LabelSource::none);
    CHECK(of_text(*load("sort"), "58312").source == LabelSource::none);
    CHECK(of_text(*load("sort"), "5831209").labels == std::vector<float>{-1, -1, -1, -1, -1, 0, own});
    CHECK(of_text(*load("sentiment-but"), "the movie was good").labels == std::vector<float>{own});
    const auto roles = load("roles");
    const DefaultLabels who = of_text(*roles, "<who> mary gave roses to emma");
    CHECK(who.labels == std::vector<float>{own, -1, -1, -1, -1, -1});
    const auto masked = load("agreement-masked");
    CHECK(of_text(*masked, "The dogs <mask> loudly.").labels == std::vector<float>{-1, -1, own, -1, -1});
    const auto characters = load("characters");
    const auto text = tokenize(*characters, "ROMEO");
    const DefaultLabels next = of_text(*characters, "ROMEO");
    CHECK(next.source == LabelSource::next_tokens);
    for (std::size_t t = 0; t + 1 < text.size(); ++t) CHECK(next.labels[t] == static_cast<float>(text[t + 1].id));
}

TEST_CASE("a translation is asked word by word to its end where the card has it") {
    for (const char* name : {"translate-fr-en", "translate-bottleneck", "translate-rnn-attention"}) {
        CAPTURE(name);
        const auto model = load(name);
        REQUIRE_FALSE(model->card.targets.empty());
        const auto whole = tokenize(*model, model->card.targets.front(), true);
        const DefaultLabels found = of_text(*model, model->card.examples.front(), model->card.targets.front());
        CHECK(found.source == LabelSource::task);
        REQUIRE(found.labels.size() == whole.size());
        for (std::size_t t = 0; t + 1 < whole.size(); ++t)
            CHECK(found.labels[t] == static_cast<float>(whole[t + 1].id));
        CHECK(found.labels.back() == static_cast<float>(model->target_tokenizer->find("<eos>")));
        const DefaultLabels first = of_text(*model, model->card.examples.front(), "");
        CHECK(first.labels == std::vector<float>{static_cast<float>(whole[1].id)});
    }
}

TEST_CASE("the loss of every shipped model's example is that of its task's targets") {
    double right = 0, asked = 0;
    for (const auto& folder : test::folders(test::source_dir() / "assets" / "models")) {
        const std::string name = folder.filename().string();
        CAPTURE(name);
        const auto model = load(name);
        for (std::size_t e = 0; e < model->card.examples.size(); ++e) {
            CAPTURE(e);
            Inputs inputs{.model = name, .text = model->card.examples[e], .target = "", .edits = {}};
            if (e < model->card.targets.size()) inputs.target = model->card.targets[e];
            inputs.gradients = true;
            const auto run = evaluate_once(model, inputs);
            const Record& probabilities = run->trace().record(run->graph().probs.id);
            const DefaultLabels found =
                default_labels(*model, run->tokens(), run->target_tokens(), run->labels().size());
            const bool translates = !model->card.targets.empty();
            const bool next = name == "characters" || name == "agreement-causal" || name == "stories260k";
            CHECK(found.source == (next ? LabelSource::next_tokens : LabelSource::task));
            CHECK(run->labels().size() == probabilities.shape.rows());
            double sum = 0, counted = 0;
            for (std::size_t r = 0; r < run->labels().size(); ++r) {
                if (run->labels()[r] < 0) continue;
                const float* row = probabilities.view().row(r);
                const auto label = static_cast<std::ptrdiff_t>(run->labels()[r]);
                sum -= std::log(std::max(static_cast<double>(row[label]), 1e-30));
                ++counted;
                if (!next) {
                    const auto best = std::max_element(row, row + probabilities.shape.cols()) - row;
                    right += best == label ? 1 : 0;
                    ++asked;
                }
                if (translates && r + 1 < run->target_tokens().size()) CHECK(label == run->target_tokens()[r + 1].id);
            }
            REQUIRE(counted > 0);
            const double loss = static_cast<double>(run->trace().record(run->graph().loss.id).at({}));
            CHECK(loss == doctest::Approx(sum / counted).epsilon(1e-3).scale(1e-3));
        }
    }
    // Trained models give the answers of their tasks, but for those that are shipped because they cannot.
    CHECK(asked > 500);
    CHECK(right / asked > 0.75);
}

TEST_CASE(
    "an example's answer stands in the card where no rule finds it, and is what the model was trained to answer") {
    double right = 0, asked = 0;
    for (const char* name : {"sentiment-but", "sentiment-but-cls", "sentiment-majority", "agreement-masked", "roles"}) {
        CAPTURE(name);
        const auto model = load(name);
        const std::vector<std::string>& examples = model->card.examples;
        REQUIRE(model->card.labels.size() == examples.size());
        for (std::size_t e = 0; e < examples.size(); ++e) {
            CAPTURE(examples[e]);
            const DefaultLabels found = of_text(*model, examples[e]);
            CHECK(found.source == LabelSource::task);
            const auto run = evaluate_once(model, {.model = name, .text = examples[e], .target = "", .edits = {}});
            const std::vector<float> best = most_probable(run->trace().record(run->graph().logits.id).view());
            for (std::size_t r = 0; r < found.labels.size(); ++r) {
                if (found.labels[r] < 0) continue;
                ++asked;
                right += best[r] == found.labels[r] ? 1 : 0;
            }
        }
    }
    CHECK(asked == 18);  // one a text
    CHECK(right >= 14);  // <who> may as well be answered with the object or the receiver
    const auto sentiment = load("sentiment-but");
    CHECK(of_text(*sentiment, sentiment->card.examples[0]).labels == std::vector<float>{0});
    CHECK(of_text(*sentiment, sentiment->card.examples[1]).labels == std::vector<float>{1});
    Model odd = *sentiment;
    odd.card.labels = {"no such class"};
    CHECK(of_text(odd, odd.card.examples[0]).source == LabelSource::own_answer);
}

TEST_CASE("rows are untrained where no task asks them, and never in a language model or a translation") {
    const auto rows = [](const std::string& name, const std::string& text) {
        const auto model = load(name);
        const auto tokens = tokenize(*model, text);
        const std::size_t count = model->config.head.classifier ? 1 : tokens.size();
        return untrained_rows(*model, tokens, count);
    };
    const auto coreference = load("coreference-full");
    const std::string tired = coreference->card.examples.front();
    const auto tokens = tokenize(*coreference, tired);
    const auto grey = rows("coreference-full", tired);
    REQUIRE(grey.size() == tokens.size());
    for (std::size_t t = 0; t < tokens.size(); ++t) CHECK(grey[t] == (tokens[t].text != "it"));
    CHECK(rows("coreference-full", "the dog") == std::vector<bool>{true, true});
    const auto back = rows("k-back-1-rope", load("k-back-1-rope")->card.examples.front());
    REQUIRE(back.size() > 2);
    CHECK(back.front());  // nothing stands before the first symbol
    CHECK(std::ranges::count(back, true) == 1);
    CHECK(rows("agreement-masked", "The dogs <mask> loudly.") == std::vector<bool>{true, true, false, true, true});
    CHECK(rows("characters", "ROMEO").empty());
    CHECK(rows("agreement-causal", "The dogs bark").empty());
    CHECK(rows("sentiment-but", "the movie was good").empty());
    CHECK(rows("translate-fr-en", "il m' a entarté").empty());
}

TEST_SUITE_END();
