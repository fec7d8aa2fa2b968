// The groups of the sheet that opens models.
#include "app/sheets/model_groups.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string_view>

#include "core/io/model_folder.h"

using namespace glassformer;

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

TEST_SUITE_END();
