// Two token lists matched by their words, and what is compared by such a match; all by hand.
#include "core/analysis/token_match.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/analysis/run_difference.h"

using namespace glassformer;

namespace {

TokenMatch matched(const std::vector<std::string>& a, const std::vector<std::string>& b) { return match_words(a, b); }

Record numbers(const Shape& shape, const std::vector<float>& values) {
    Record record;
    record.name = "scores";
    record.shape = shape;
    record.value = values.data();
    return record;
}

}  // namespace

TEST_SUITE_BEGIN("token_match");

TEST_CASE("equal words belong together wherever they stand") {
    const TokenMatch swapped =
        matched({"The", "dogs", "beside", "the", "lion"}, {"The", "lion", "beside", "the", "dogs"});
    CHECK(swapped.rows == std::vector<int>{0, 4, 2, 3, 1});
    CHECK(swapped.complete());
    CHECK(swapped.moves());
    const TokenMatch same = matched({"a", "b"}, {"a", "b"});
    CHECK(same.rows == std::vector<int>{0, 1});
    CHECK(same.complete());
    CHECK_FALSE(same.moves());
    CHECK(matched({}, {}).complete());
    CHECK_FALSE(matched({}, {}).moves());
}

TEST_CASE("a word that occurs several times is matched in its order") {
    CHECK(matched({"b", "a", "b"}, {"a", "b", "b"}).rows == std::vector<int>{1, 0, 2});
    CHECK(matched({"b", "b"}, {"a", "b"}).rows == std::vector<int>{1, -1});
}

TEST_CASE("words of one text alone stand for each other at the same place, and else have no partner") {
    const TokenMatch wide = matched({"too", "tired", "."}, {"too", "wide", "."});
    CHECK(wide.rows == std::vector<int>{0, 1, 2});
    CHECK(wide.complete());
    CHECK_FALSE(wide.moves());
    const TokenMatch both = matched({"dogs", "and", "old", "lion"}, {"lion", "and", "new", "dogs"});
    CHECK(both.rows == std::vector<int>{3, 1, 2, 0});
    CHECK(both.complete());
    const TokenMatch apart = matched({"x", "a"}, {"a", "y"});
    CHECK(apart.rows == std::vector<int>{-1, 0});
    CHECK_FALSE(apart.complete());
    const TokenMatch longer = matched({"a"}, {"b", "a"});
    CHECK(longer.rows == std::vector<int>{1});
    CHECK_FALSE(longer.complete());
    CHECK(matched({"a", "b", "c"}, {"c"}).rows == std::vector<int>{-1, -1, 0});
}

TEST_CASE("records are compared by the rows that belong together, along every axis of tokens") {
    const Shape shape{{Axis::query, 2}, {Axis::key, 2}};
    // B is A with both tokens swapped: rows and columns change places.
    const std::vector<float> a{1, 2, 3, 4}, b{4, 3, 2, 1};
    const std::vector<int> rows{1, 0};
    DimensionRows match{};
    match[0] = match[1] = rows;
    CHECK(difference(numbers(shape, a), numbers(shape, b)).largest == 3);
    const RecordDifference by_word = difference(numbers(shape, a), numbers(shape, b), match);
    CHECK(by_word.same());
    CHECK(by_word.compared == 4);
    CHECK(std::ranges::equal(matched_tensor(numbers(shape, a), numbers(shape, b), match).data, a));
    const std::vector<float> other{4, 3, 2, 8};
    const RecordDifference one = difference(numbers(shape, a), numbers(shape, other), match);
    CHECK(one.largest == 7);
    CHECK(one.where == Cell{{0, 0}});  // of A
    CHECK(matched_cell(match, one.where) == Cell{{1, 1}});
    CHECK(std::ranges::equal(difference_tensor(numbers(shape, a), numbers(shape, other), match).data,
                             std::vector<float>{-7, 0, 0, 0}));

    // Features stay where they are, and a row without a partner is not compared.
    const Shape vectors{{Axis::position, 2}, {Axis::d_model, 2}};
    const std::vector<int> none{-1, 0};
    DimensionRows partly{};
    partly[0] = none;
    const RecordDifference found = difference(numbers(vectors, a), numbers(vectors, {3, 4, 9, 9}), partly);
    CHECK(found.compared == 2);
    CHECK(found.only_a == 2);
    CHECK(found.largest == 0);
    CHECK(std::isnan(difference_tensor(numbers(vectors, a), numbers(vectors, {3, 4, 9, 9}), partly).data[0]));
}

TEST_SUITE_END();
