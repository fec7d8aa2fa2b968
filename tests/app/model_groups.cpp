// The groups of the sheet that opens models, and which of them are found by what is typed.
#include "app/sheets/model_groups.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/commands.h"
#include "app/sheets/model_search.h"
#include "core/io/model_folder.h"
#include "core/model/positional.h"
#include "core/model/recurrent_cell.h"
#include "tests/support/picture_models.h"

using namespace glassformer;

namespace {

/// The shipped models, as the program lists them.
std::vector<ModelChoice> shipped_choices() {
    std::vector<ModelChoice> choices;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets" / "models")) {
        const Card card = load_card(entry.path());
        const ModelConfig config = load_config(entry.path());
        choices.push_back({.name = entry.path().filename().string(),
                           .title = card.title,
                           .details = size_text(config),
                           .examples = {},
                           .task = card.task,
                           .try_this = card.try_this,
                           .architecture = architecture_words(config)});
    }
    return choices;
}

std::vector<std::string> names_found(const std::string& typed, const std::vector<ModelChoice>& models) {
    std::vector<std::string> names;
    for (const ModelChoice* model : found_models(typed, models)) names.push_back(model->name);
    return names;
}

}  // namespace

TEST_SUITE_BEGIN("model_groups");

TEST_CASE("every shipped model is in a group, in the order of a lecture") {
    int models = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets" / "models")) {
        if (!entry.is_directory()) continue;
        const Card card = load_card(entry.path());
        CAPTURE(entry.path());
        CHECK_FALSE(std::string_view(model_group_title(model_group(card.task))).empty());
        ++models;
    }
    CHECK(models > 40);
    CHECK(model_group("coreference-full") < model_group("translate-fr-en"));
    CHECK(model_group("translate-rnn-attention") == model_group("translate-bottleneck"));
    CHECK(model_group("translate-fr-en") < model_group("k-back-3"));
    CHECK(std::string_view(model_group_title(model_group("of my own"))).empty());
}

TEST_CASE("models are found by what they are made of, and not by letters that are scattered over their texts") {
    const std::vector<ModelChoice> models = shipped_choices();
    const auto all_that = [&](auto&& has) {
        std::set<std::string> names;
        for (const ModelChoice& model : models)
            if (has(load_config(std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets" / "models" / model.name)))
                names.insert(model.name);
        return names;
    };
    const auto found = [&](const char* typed) {
        const auto names = names_found(typed, models);
        return std::set<std::string>(names.begin(), names.end());
    };
    const auto with_cell = [&](std::string_view name) {
        return all_that([name](const ModelConfig& c) {
            return (c.architecture == Architecture::recurrent ||
                    c.architecture == Architecture::recurrent_encoder_decoder) &&
                   c.recurrent.cell->name == name;
        });
    };
    CHECK(found("LSTM") == with_cell("lstm"));
    CHECK(found("GRU") == with_cell("gru"));
    REQUIRE(found("gru").size() == 2);
    CHECK(found("RoPE") == all_that([](const ModelConfig& c) {
              return is_transformer(c) && std::string_view(c.positional.kind->name) == "rope";
          }));
    CHECK(found("classifier") == all_that([](const ModelConfig& c) { return c.head.classifier; }));
    CHECK(found("recurrent").size() == 4);
    CHECK(found("translation") ==
          std::set<std::string>{"translate-bottleneck", "translate-fr-en", "translate-rnn-attention"});
    CHECK(found("encoder decoder").size() == 3);
    CHECK(found("encod").contains("coreference-full"));
    CHECK(found("transformer").contains("sort"));
    CHECK(found("former").contains("sort"));  // a part of a word, where no word begins so
    CHECK(found("post-norm") == all_that([](const ModelConfig& c) {
              return is_transformer(c) && c.norm != Norm::none && c.norm_placement == NormPlacement::post;
          }));
    CHECK(found("post-norm").size() == 1);
    CHECK(found("crfnc").empty());            // letters of "coreference"
    CHECK(names_found("recall-lstm", models).front() == "recall-lstm");
    CHECK(names_found("", models).size() == models.size());

    for (const test::PictureModel& model : test::picture_models()) {
        CAPTURE(model.name);
        const ModelConfig config = test::make_model(model)->config;
        const std::string words = architecture_words(config);
        const bool post =
            is_transformer(config) && config.norm != Norm::none && config.norm_placement == NormPlacement::post;
        if (post) CHECK(words.find("post-norm") != std::string::npos);
        CHECK((words.find("classifier") != std::string::npos) == config.head.classifier);
    }
}

TEST_SUITE_END();
