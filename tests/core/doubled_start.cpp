// A start token that the tokenizer adds, and that was typed as well.
#include <doctest/doctest.h>

#include <string>

#include "core/io/model_folder.h"
#include "core/session/doubled_start.h"
#include "tests/support/support.h"

using namespace glassformer;

TEST_SUITE_BEGIN("doubled_start");

TEST_CASE("a start token that was typed is found where the tokenizer adds one") {
    const auto start = [](const char* model, const std::string& text) {
        return doubled_start(load_model(test::source_dir() / "assets" / "models" / model), text);
    };
    CHECK(start("stories260k", "<s> Once upon a time") == "<s>");
    CHECK(start("stories260k", "<s>") == "<s>");
    CHECK(start("stories260k", "Once <s> upon a time").empty());
    CHECK(start("stories260k", "Once upon a time").empty());
    CHECK(start("stories260k", "").empty());
    CHECK(start("stories260k", "\xff").empty());
    CHECK(start("sort", "405313").empty());
    CHECK(start("sort", "a text without digits").empty());
}

TEST_SUITE_END();
