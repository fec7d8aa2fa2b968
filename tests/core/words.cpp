#include "core/base/words.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/base/number_text.h"

using namespace glassformer;

TEST_SUITE_BEGIN("words");

TEST_CASE("white space separates words, and a word taken leaves what follows it") {
    using Words = std::vector<std::string>;
    CHECK(split_words("") == Words{});
    CHECK(split_words(" \t\n") == Words{});
    CHECK(split_words("one") == Words{"one"});
    CHECK(split_words("  one\ttwo\r\n three ") == Words{"one", "two", "three"});
    std::string_view text = "  type  a b ";
    CHECK(take_word(text) == "type");
    CHECK(text == "  a b ");
    for (const char* word : {"a", "b", ""}) CHECK(take_word(text) == word);
}

TEST_CASE("lines are counted as an editor counts them") {
    using Lines = std::vector<std::string>;
    CHECK(split_lines("") == Lines{});
    CHECK(split_lines("a") == Lines{"a"});
    CHECK(split_lines("a\n\nb\n") == Lines{"a", "", "b"});
    CHECK(split_lines("\n") == Lines{""});
}

TEST_CASE("a number in a sentence has six digits at most") {
    CHECK(six_digits(0.1) == "0.1");
    CHECK(six_digits(1 << 20) == "1.04858e+06");
    CHECK(six_digits(-INFINITY) == "-inf");
}

TEST_CASE("small letters take the place of the capital ones of the Latin alphabet alone") {
    CHECK(lower_case("").empty());
    CHECK(lower_case("Weights A–Z [@`{ 09") == "weights a–z [@`{ 09");
    CHECK(lower_case("É") == "É");
}

TEST_SUITE_END();
