// How many numbers are spread, against the same counted one by one.
// ctest: optimised too
#include "core/math/distribution.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"

using namespace glassformer;

TEST_SUITE_BEGIN("spread");

TEST_CASE("figures about many numbers are those of each of them") {
    constexpr float inf = std::numeric_limits<float>::infinity();
    Random random(3);
    for (const std::size_t count : {std::size_t{1}, std::size_t{1000}, std::size_t{1024}, std::size_t{5000}})
        for (const bool odd : {false, true}) {
            std::vector<float> values(count);
            for (float& x : values) x = random.normal();
            if (count > 2) values[2] = 0;
            if (odd && count > 100) values[40] = -inf, values[41] = inf, values[99] = std::nanf("");
            double sum = 0, magnitudes = 0, squares = 0, off = 0;
            float low = inf, high = -inf;
            std::vector<double> finite;
            for (const float x : values)
                if (std::isfinite(x)) finite.push_back(static_cast<double>(x)), low = std::min(low, x), high = std::max(high, x);
            for (const double x : finite) sum += x, magnitudes += std::abs(x), squares += x * x;
            const double mean = sum / static_cast<double>(finite.size());
            std::array<int, 24> wanted{}, bars{};
            for (const double x : finite) {
                off += (x - mean) * (x - mean);
                const double width = static_cast<double>(high) - static_cast<double>(low);
                const double place = width > 0 ? (x - static_cast<double>(low)) / width : 0.5;
                ++wanted[static_cast<std::size_t>(std::min(23, static_cast<int>(place * 24)))];
            }
            const Spread found = spread_of(values.data(), count);
            CAPTURE(count);
            CHECK(found.finite == finite.size());
            CHECK(found.infinite == (odd && count > 100 ? 2 : 0));
            CHECK(found.minus_infinite == (odd && count > 100 ? 1 : 0));
            CHECK(found.not_a_number == (odd && count > 100 ? 1 : 0));
            CHECK(found.zeros == (count > 2 ? 1 : 0));
            CHECK(found.min == low);
            CHECK(found.max == high);
            CHECK(found.sum == doctest::Approx(sum));
            CHECK(found.magnitudes == doctest::Approx(magnitudes));
            CHECK(found.squares == doctest::Approx(squares));
            CHECK(count_in_bars(values.data(), count, found, mean, bars) == doctest::Approx(off));
            CHECK(bars == wanted);
        }
}

TEST_CASE("entries are counted in 1 to 64 bars") {
    const std::vector<float> values{1, 2};
    const Spread spread = spread_of(values.data(), values.size());
    std::array<int, 65> bars{};
    CHECK_THROWS_WITH_AS(count_in_bars(values.data(), 2, spread, 1.5, bars), doctest::Contains("65"), Error);
    CHECK_THROWS_AS(count_in_bars(values.data(), 2, spread, 1.5, {}), Error);
    CHECK(count_in_bars(values.data(), 2, spread, 1.5, std::span(bars).first(64)) == doctest::Approx(0.5));
    CHECK(bars.front() == 1);
    CHECK(bars[63] == 1);
}

TEST_SUITE_END();
