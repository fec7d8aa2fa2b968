// Axes of charts: numbers at ticks, and ends that hold the data.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "app/pictures/charts/axis_ticks.h"

using namespace glassformer;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

std::vector<std::string> texts_of(const std::vector<AxisTick>& ticks) {
    std::vector<std::string> all;
    all.reserve(ticks.size());
    for (const AxisTick& tick : ticks) all.push_back(tick.text);
    return all;
}
std::vector<std::string> linear(double low, double high, int most) {
    return texts_of(axis_ticks({.low = low, .high = high}, most));
}
std::vector<std::string> logarithmic(double low, double high, int most) {
    return texts_of(axis_ticks({.low = low, .high = high, .logarithmic = true}, most));
}
using Texts = std::vector<std::string>;

std::pair<double, double> ends(std::vector<double> values, bool log = false) {
    const ChartAxis axis = fit("", values, log);
    return {axis.low, axis.high};
}
using Ends = std::pair<double, double>;

}  // namespace

TEST_SUITE_BEGIN("axis_ticks");

TEST_CASE("ticks are multiples of 1, 2 or 5, as many as are asked for at most, written in one way") {
    CHECK(linear(0, 100, 6) == Texts{"0", "20", "40", "60", "80", "100"});
    CHECK(linear(0, 100, 5) == Texts{"0", "50", "100"});
    CHECK(linear(0, 100, 11).size() == 11);
    CHECK(linear(-1, 1, 5) == Texts{"−1.0", "−0.5", "0.0", "0.5", "1.0"});
    CHECK(linear(-7.3, -6.8, 3) == Texts{"−7.2", "−7.0", "−6.8"});
    CHECK(linear(0.31, 0.37, 4) == Texts{"0.32", "0.34", "0.36"});
    CHECK(linear(0, 0.0002, 3) == Texts{"0", "1·10⁻⁴", "2·10⁻⁴"});
    CHECK(linear(0, 0.00015, 4) == Texts{"0", "0.5·10⁻⁴", "1.0·10⁻⁴", "1.5·10⁻⁴"});
    CHECK(linear(0, 300000, 4) == Texts{"0", "100000", "200000", "300000"});
    CHECK(linear(0, 3e6, 4) == Texts{"0", "1·10⁶", "2·10⁶", "3·10⁶"});
    CHECK(linear(-1e30, 1e30, 5) == Texts{"−1.0·10³⁰", "−0.5·10³⁰", "0", "0.5·10³⁰", "1.0·10³⁰"});
    CHECK(linear(1000, 1000.002, 3) == Texts{"1000.000", "1000.001", "1000.002"});
    CHECK(linear(0, 1, 0).empty());
    CHECK(linear(0, 1, -3).empty());
    for (const double value : {0.1, 0.3, 0.7})
        CHECK(std::ranges::any_of(axis_ticks({.low = 0, .high = 1}, 11),
                                  [&](const AxisTick& tick) { return tick.value == value; }));
    for (int most = 1; most < 40; ++most)
        for (const double high : {1e-200, 3e-7, 0.9, 17.0, 4e11, 1e300}) {
            CHECK(axis_ticks({.low = -high / 3, .high = high}, most).size() <= static_cast<std::size_t>(most));
            CHECK_FALSE(axis_ticks({.low = -high / 3, .high = high}, most).empty());  // 0 is one
        }
}

TEST_CASE("what is counted has ticks at whole numbers alone") {
    CHECK(texts_of(axis_ticks({.low = 1, .high = 2, .whole = true}, 10)) == Texts{"1", "2"});
    CHECK(texts_of(axis_ticks({.low = 0, .high = 3, .whole = true}, 10)) == Texts{"0", "1", "2", "3"});
    CHECK(texts_of(axis_ticks({.low = 1, .high = 24, .whole = true}, 6)) == Texts{"5", "10", "15", "20"});
}

TEST_CASE("a logarithmic axis has ticks at powers of ten, with 2 and 5 where there is room") {
    CHECK(logarithmic(0.01, 100, 5) == Texts{"0.01", "0.1", "1", "10", "100"});
    CHECK(logarithmic(1, 100, 7) == Texts{"1", "2", "5", "10", "20", "50", "100"});
    CHECK(logarithmic(1, 100, 6) == Texts{"1", "10", "100"});
    CHECK(logarithmic(1e-4, 1, 5) == Texts{"10⁻⁴", "10⁻³", "10⁻²", "10⁻¹", "10⁰"});
    CHECK(logarithmic(2e-4, 2e-3, 4) == Texts{"2·10⁻⁴", "5·10⁻⁴", "10⁻³", "2·10⁻³"});
    CHECK(logarithmic(1e-6, 1e6, 5) == Texts{"10⁻⁶", "10⁻³", "10⁰", "10³", "10⁶"});
    CHECK(logarithmic(3, 4, 6) == Texts{"3.0", "3.2", "3.4", "3.6", "3.8", "4.0"});
    CHECK(logarithmic(1e-300, 1e300, 4).size() <= 4);
    CHECK_FALSE(logarithmic(1e-300, 1e300, 4).empty());
    CHECK(logarithmic(-1, 0, 4) == logarithmic(1, 10, 4));
}

TEST_CASE("an axis is fitted to round ends around what is finite, and never empty") {
    CHECK(ends({0, 97}) == Ends{0, 100});
    CHECK(ends({0.013, 0.388}) == Ends{0, 0.4});
    CHECK(ends({-3, 2.2}) == Ends{-3, 3});
    CHECK(ends({5, not_a_number, -infinite, 6, infinite}) == Ends{5, 6});
    CHECK(ends({}) == Ends{0, 1});
    CHECK(ends({not_a_number, not_a_number}) == Ends{0, 1});
    CHECK(ends({0, 0}) == Ends{0, 1});
    CHECK(ends({5, 5}) == Ends{4.5, 5.5});
    CHECK(ends({-1e30, 1e30}).first == doctest::Approx(-1e30));
    CHECK(ends({-1e30, 1e30}).second == doctest::Approx(1e30));
    CHECK(ends({0.0013, 0.7, 0, -4}, true) == Ends{0.001, 1});
    CHECK(ends({0.03, 3}, true) == Ends{0.02, 5});
    CHECK(ends({0, -1, not_a_number}, true) == Ends{1, 10});
    CHECK(ends({1e-5, 1e-5}, true) == Ends{5e-6, 2e-5});
    std::mt19937 random(7);
    std::uniform_real_distribution<double> any(-1, 1), power(-280, 280);
    for (int i = 0; i < 2000; ++i) {
        const double size = std::pow(10.0, power(random)), a = any(random) * size, b = any(random) * size;
        const auto [low, high] = ends({a, b});
        CAPTURE(a);
        CAPTURE(b);
        CHECK(low <= std::min(a, b) + 1e-8 * size);
        CHECK(high >= std::max(a, b) - 1e-8 * size);
        CHECK(low < high);
    }
    const ChartAxis swapped = sound({.low = 4, .high = 1});
    CHECK(swapped.low == 1);
    CHECK(swapped.high == 4);
    for (const double low : {not_a_number, -infinite, 1e308, 0.0, -1e308, 1e-320})
        for (const double high : {not_a_number, infinite, 1e308, 0.0, -5.0, 1e-320})
            for (const bool log : {false, true}) {
                const ChartAxis axis = sound({.low = low, .high = high, .logarithmic = log});
                CHECK(axis.low < axis.high);
                CHECK(std::isfinite(axis.high - axis.low));
                if (log) CHECK(axis.low > 0);
            }
}

TEST_CASE("a reversed axis has its high end first, and numbers are found again under their places") {
    for (const bool logarithmic : {false, true}) {
        const ChartAxis forward{.low = 1, .high = 12, .logarithmic = logarithmic};
        ChartAxis backward = forward;
        backward.reversed = true;
        const AxisScale there(forward), back(backward);
        CHECK(back.share(12) == doctest::Approx(0));
        CHECK(back.share(1) == doctest::Approx(1));
        for (const double number : {1.0, 2.5, 7.0, 12.0}) {
            CHECK(back.share(number) == doctest::Approx(1 - there.share(number)));
            CHECK(back.value(back.share(number)) == doctest::Approx(number));
        }
    }
}

TEST_SUITE_END();
