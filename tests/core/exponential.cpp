// The exponential of many floats at once, against the library's in double precision.
#include "core/exponential.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

using namespace glassformer;

namespace {

float in_the_last_lane(float x) {
    std::array<float, lane_count> lanes{};
    lanes.back() = x;
    store_lanes(lanes.data(), exponential(load_lanes(lanes.data())));
    CHECK(lanes.front() == 1);  // of 0
    return lanes.back();
}

}  // namespace

TEST_CASE("exponentials are within two units of the last place from -87 to 88") {
    double worst = 0;
    for (int i = 0; i <= 70'000; ++i) {
        const float x = -87 + static_cast<float>(i) * 0.0025F;
        const double exact = std::exp(static_cast<double>(x));
        worst = std::max(worst, std::abs(static_cast<double>(in_the_last_lane(x)) / exact - 1));
    }
    CHECK(worst < 2 * 1.2e-7);
    CHECK(in_the_last_lane(0) == 1);
}

TEST_CASE("exponentials of what a mask closes are nothing, and what is no number stays so") {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    for (const float x : {-87.01F, -1e3F, -3e38F, -infinity}) CHECK(in_the_last_lane(x) == 0);
    CHECK(std::isnan(in_the_last_lane(std::numeric_limits<float>::quiet_NaN())));
}
