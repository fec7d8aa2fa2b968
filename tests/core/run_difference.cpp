// Differences of two runs by hand, and of two passes of a model whose edit is known.
#include "core/analysis/run_difference.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/base/error.h"
#include "tests/support/evaluated_model.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

/// A record that looks at numbers of the test's own.
Record record_of(const Shape& shape, const std::vector<float>& values) {
    REQUIRE(values.size() == shape.count());
    Record record;
    record.name = "scores";
    record.shape = shape;
    record.value = values.data();
    return record;
}

const char* const small = R"({"architecture": "decoder", "vocab_size": 11, "d_model": 8, "n_heads": 2, "n_layers": 2,
    "max_seq_len": 8})";

}  // namespace

TEST_SUITE_BEGIN("run_difference");

TEST_CASE("the difference of two records, by hand") {
    const Shape shape{{Axis::query, 2}, {Axis::key, 3}};
    const std::vector<float> a{1, 2, 3, 4, -5, 6}, b{1, 2.5F, 3, 4, -7, 5};
    const RecordDifference found = difference(record_of(shape, a), record_of(shape, b));
    CHECK(found.reason.empty());
    CHECK(found.compared == 6);
    CHECK(found.only_a == 0);
    CHECK(found.only_b == 0);
    CHECK(found.parted == 0);
    CHECK(found.largest == 2);
    CHECK(found.where == Cell{{1, 1}});
    CHECK(found.mean == doctest::Approx((0.5 + 2 + 1) / 6));
    // Σ (a − b)² = 0.25 + 4 + 1; Σ a² = 91; Σ b² = 1 + 6.25 + 9 + 16 + 49 + 25 = 106.25.
    CHECK(found.relative == doctest::Approx(std::sqrt(5.25 / ((91 + 106.25) / 2))));
    CHECK_FALSE(found.same());
    const Tensor apart = difference_tensor(record_of(shape, a), record_of(shape, b));
    CHECK(apart.data[1] == -0.5F);
    CHECK(apart.data[4] == 2);
    CHECK(apart.data[5] == 1);
    CHECK(difference(record_of(shape, a), record_of(shape, a)).same());
    // Unrelated numbers of one size: √2.
    const RecordDifference unrelated =
        difference(record_of({{Axis::d_model, 2}}, {3, 0}), record_of({{Axis::d_model, 2}}, {0, 3}));
    CHECK(unrelated.relative == doctest::Approx(std::sqrt(2.0)));
    // All zeros are no reason to divide by zero.
    CHECK(difference(record_of({{Axis::d_model, 2}}, {0, 0}), record_of({{Axis::d_model, 2}}, {0, 0})).relative == 0);
}

TEST_CASE("what a mask closes in both runs is no difference, and in one of them an infinite one") {
    const float inf = INFINITY;
    CHECK(difference(-inf, -inf) == 0);
    CHECK(difference(NAN, NAN) == 0);
    CHECK(difference(1, -inf) == inf);
    CHECK(difference(-inf, 1) == -inf);
    CHECK(std::isnan(difference(NAN, 1)));
    const Shape shape{{Axis::query, 2}, {Axis::key, 2}};
    const std::vector<float> closed{1, -inf, 2, 3}, other{1.5F, -inf, 2, 3}, open{1, 4, 2, 3}, broken{1, -inf, NAN, 3};
    const RecordDifference both = difference(record_of(shape, closed), record_of(shape, other));
    CHECK(both.parted == 0);
    CHECK(both.largest == 0.5);
    CHECK(both.mean == doctest::Approx(0.5 / 3));  // of the three finite ones
    const RecordDifference one = difference(record_of(shape, closed), record_of(shape, open));
    CHECK(one.parted == 1);
    CHECK(one.largest == inf);
    CHECK(one.where == Cell{{0, 1}});
    CHECK(one.mean == 0);
    CHECK(one.relative == 0);
    CHECK_FALSE(one.same());
    const RecordDifference no_number = difference(record_of(shape, closed), record_of(shape, broken));
    CHECK(no_number.parted == 1);
    CHECK(no_number.where == Cell{{1, 0}});
}

TEST_CASE("texts of different lengths are compared token by token, and other sizes not at all") {
    const Shape of_a{{Axis::head, 1}, {Axis::query, 2}, {Axis::key, 2}};
    const Shape of_b{{Axis::head, 1}, {Axis::query, 3}, {Axis::key, 3}};
    const std::vector<float> a{1, 2, 3, 4}, b{1, 2, 9, 3, 7, 9, 9, 9, 9};
    const CommonShape common = common_shape(of_a, of_b);
    REQUIRE(common.any());
    CHECK(common.shape == of_a);
    const RecordDifference found = difference(record_of(of_a, a), record_of(of_b, b));
    CHECK(found.compared == 4);
    CHECK(found.only_a == 0);
    CHECK(found.only_b == 5);
    CHECK(found.largest == 3);  // 4 against 7
    CHECK(found.where == Cell{{0, 1, 1}});
    const Tensor turned = difference_tensor(record_of(of_b, b), record_of(of_a, a));
    CHECK(turned.shape == of_a);
    CHECK(turned.data[3] == 3);

    const Shape wide{{Axis::position, 2}, {Axis::d_model, 3}}, narrow{{Axis::position, 2}, {Axis::d_model, 2}};
    CHECK(common_shape(wide, narrow).reason == "A has d_model 3, B has 2");
    const RecordDifference none = difference(record_of(wide, {1, 2, 3, 4, 5, 6}), record_of(narrow, {1, 2, 3, 4}));
    CHECK(none.reason == "A has d_model 3, B has 2");
    CHECK(none.compared == 0);
    CHECK(none.only_a == 6);
    CHECK(none.only_b == 4);
    CHECK_FALSE(none.same());
    CHECK_FALSE(common_shape(wide, of_a).any());
    CHECK_FALSE(common_shape({{Axis::vocab, 2}}, {{Axis::classes, 2}}).any());
    CHECK_THROWS_AS(
        static_cast<void>(difference_tensor(record_of(wide, {1, 2, 3, 4, 5, 6}), record_of(narrow, {1, 2, 3, 4}))),
        Error);
}

TEST_CASE("two passes part where the edit is, and are the same before it") {
    EvaluatedModel a(small, {1, 4, 2, 7}), b(small, {1, 4, 2, 7});
    const std::vector<Edit> edits{{"blocks.1.norm1", Cell{{2, 3}}, 9}};
    a.tape.edit(edits);
    REQUIRE(a.tape.evaluate());
    const Trace &of_a = a.tape.trace(), &of_b = b.tape.trace();
    RunDifference run(of_a, of_b);
    CHECK(run.compared() == 0);
    CHECK_FALSE(run.done());
    std::size_t steps = 0;
    while (run.step()) ++steps;
    CHECK(run.done());
    CHECK(steps == of_a.stages().size());
    CHECK(run.only_in_b().empty());
    REQUIRE(run.first() >= 0);
    const auto name_at = [&](int index) { return of_a.record(run.stages()[static_cast<std::size_t>(index)].a).name; };
    CHECK(name_at(run.first()) == "blocks.1.norm1");
    for (int i = 0; i < run.first(); ++i) CHECK(run.stages()[static_cast<std::size_t>(i)].same());
    const RecordDifference& edited = run.stages()[static_cast<std::size_t>(run.first())];
    CHECK(edited.where == Cell{{2, 3}});
    const double was = static_cast<double>(b.record("blocks.1.norm1").at({{2, 3}}));
    CHECK(edited.largest == doctest::Approx(std::abs(9 - was)));
    CHECK(edited.mean == doctest::Approx(std::abs(9 - was) / 32));
    // A later token's row cannot reach an earlier one.
    const Tensor logits = difference_tensor(a.record("logits"), b.record("logits"));
    CHECK(logits.data[0] == 0);
    CHECK(logits.data[static_cast<std::size_t>(11 * 2)] != 0);
    double largest = 0;
    for (const RecordDifference& stage : run.stages()) largest = std::max(largest, stage.largest);
    CHECK(run.largest() == largest);
    REQUIRE(run.most() >= 0);
    for (const RecordDifference& stage : run.stages())
        CHECK(stage.relative <= run.stages()[static_cast<std::size_t>(run.most())].relative);
}

TEST_CASE("stages that only one run has are named") {
    const EvaluatedModel deep(small, {1, 4, 2, 7});
    const EvaluatedModel flat(
        R"({"architecture": "decoder", "vocab_size": 11, "d_model": 8, "n_heads": 2, "n_layers": 1, "max_seq_len": 8})",
        {1, 4, 2, 7, 3});
    RunDifference run(deep.tape.trace(), flat.tape.trace());
    while (run.step()) continue;
    CHECK(run.only_in_b().empty());
    int missing = 0;
    for (const RecordDifference& stage : run.stages()) {
        const Record& record = deep.tape.trace().record(stage.a);
        CAPTURE(record.name);
        if (record.name.starts_with("blocks.1.")) {
            ++missing;
            CHECK(stage.reason == "B has no stage " + record.name);
            CHECK(stage.only_a == record.shape.count());
        } else {
            CHECK(stage.reason.empty());
            CHECK(stage.only_b > 0);  // a token more
        }
    }
    CHECK(missing > 5);
    RunDifference turned(flat.tape.trace(), deep.tape.trace());
    CHECK(static_cast<int>(turned.only_in_b().size()) == missing);
}

TEST_SUITE_END();
