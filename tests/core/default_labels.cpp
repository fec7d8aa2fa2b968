// What a loss is measured against where nothing is written: for every text of a task's generator exactly the labels
// that the task trains.
#include "core/session/default_labels.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "core/io/model_folder.h"
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
    const DefaultLabels who = of_text(*roles, "<who> mary gave roses to susan");
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

TEST_SUITE_END();
