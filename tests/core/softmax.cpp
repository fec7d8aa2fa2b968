// Softmax at the ends of what a float holds, against double precision: rows with whole vectors and with ends of them.
// ctest: optimised too
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/aligned.h"
#include "core/ops/ops.h"
#include "tests/support/operation_harness.h"

using namespace glassformer;

namespace {

AlignedFloats weights_of(const std::vector<float>& scores) {
    Tensor row({{Axis::key, static_cast<int>(scores.size())}});
    std::ranges::copy(scores, row.data.begin());
    return harness::forward(*op::softmax(), {row}).data;
}

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float no_number = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_SUITE_BEGIN("softmax");

TEST_CASE("weights are those of double precision, from scores alike to scores 87 apart") {
    for (const int count : {2, 3, 16, 17, 40})
        for (int i = 0; i <= 8700; i += 3) {
            const float x = -0.01F * static_cast<float>(i);
            std::vector<float> scores(static_cast<std::size_t>(count), x);
            scores[0] = 0;
            const double e = std::exp(static_cast<double>(x)), sum = 1 + (count - 1) * e;
            const AlignedFloats weights = weights_of(scores);
            CAPTURE(x);
            CAPTURE(count);
            REQUIRE(std::abs(static_cast<double>(weights.back()) * sum / e - 1) < 5e-7);
            REQUIRE(std::abs(static_cast<double>(weights.front()) * sum - 1) < 5e-7);
        }
}

TEST_CASE("what a mask closes, or is as far below as if it did, has no weight") {
    for (const std::size_t count : {3U, 16U, 40U})
        for (const float low : {-88.0F, -1e3F, -3e38F, -infinity}) {
            std::vector<float> scores(count, low);
            scores[1] = 0;
            const AlignedFloats weights = weights_of(scores);
            for (std::size_t i = 0; i < count; ++i) CHECK(weights[i] == (i == 1 ? 1.0F : 0.0F));
        }
    for (const float weight : weights_of(std::vector<float>(20, -infinity))) CHECK(weight == 0);
}

TEST_CASE("a row with what is no number, or with an infinite score, has no weights") {
    for (const std::size_t count : {3U, 16U, 40U})
        for (const float odd : {no_number, infinity})
            for (const std::size_t place : {std::size_t{0}, count - 1}) {
                std::vector<float> scores(count, 1.0F);
                scores[place] = odd;
                const AlignedFloats weights = weights_of(scores);
                CHECK(std::ranges::all_of(weights, [](float weight) { return std::isnan(weight); }));
            }
}

TEST_SUITE_END();
