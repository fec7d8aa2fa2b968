// ctest: optimised too
#include "core/tensor/tensor.h"

#include <doctest/doctest.h>

#include "core/base/error.h"

using namespace glassformer;

TEST_SUITE_BEGIN("tensor");

TEST_CASE("a shape maps cells to row-major offsets and back") {
    const Shape shape{{Axis::head, 2}, {Axis::query, 3}, {Axis::key, 5}};
    CHECK(shape.count() == 30);
    CHECK(shape.rows() == 6);
    CHECK(shape.cols() == 5);
    for (std::size_t i = 0; i < shape.count(); ++i) CHECK(shape.offset(shape.cell(i)) == i);
    CHECK(shape.offset(Cell{{1, 2, 4}}) == 29);
    CHECK_FALSE(shape.contains(Cell{{1, 3, 0}}));
    CHECK(shape.size_of(Axis::query, 1) == 3);
    CHECK(shape.batch() == 1);
    CHECK(text(shape) == "[head 2, query 3, key 5]");
}

TEST_CASE("a shape refuses negative sizes and a fifth axis") {
    CHECK_THROWS_AS((Shape{{Axis::key, -1}}), Error);
    CHECK_THROWS_AS((Shape{{Axis::key, 1}, {Axis::key, 1}, {Axis::key, 1}, {Axis::key, 1}, {Axis::key, 1}}), Error);
}

TEST_SUITE_END();
