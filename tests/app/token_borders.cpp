// Tokens in the text boxes at the top: which bytes of the line belong to which token.
#include <doctest/doctest.h>

#include "app/bars/token_borders.h"
#include "app/widgets/controls.h"
#include "core/text/pretrained/tokenizer_json.h"

using namespace glassformer;

TEST_SUITE_BEGIN("token borders");

TEST_CASE("tokens that are parts of words have borders, behind ends of lines too, and whole words have none") {
    const auto pairs = tokenizer_from_json(
        R"({"model": {"type": "BPE", "vocab": {"l":0,"o":1,"w":2,"e":3,"r":4,"lo":5,"low":6,"er":7,"Ġ":8,"Ċ":9},
        "merges": ["l o", "lo w", "e r"]}, "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false}})",
        "pairs");
    TokenBorders borders;
    using Parts = std::vector<std::pair<std::size_t, std::size_t>>;
    CHECK(borders.of(pairs, "lower") == Parts{{0, 3}, {3, 5}});
    CHECK(line_of("low\ner") == "low↵er");
    CHECK(borders.of(pairs, "low\ner") == Parts{{0, 3}, {3, 6}, {6, 8}});
    CHECK(borders.of(pairs, std::string(5000, 'l')).empty());
    CHECK(borders.of(pairs, "\xFF").empty());
    const auto words = tokenizer_from_json(
        R"({"model": {"type": "WordLevel", "unk_token": "a", "vocab": {"a":0,"b":1}}, "pre_tokenizer": {"type": "Whitespace"}})",
        "words");
    CHECK(borders.of(words, "a b").empty());
    CHECK(borders.of(nullptr, "a b").empty());
}

TEST_SUITE_END();
