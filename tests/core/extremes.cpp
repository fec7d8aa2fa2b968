// What is drawn of cells that share a pixel, and where scales end: against the same said cell by cell.
// ctest: optimised too
#include "core/math/extremes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/random.h"

using namespace glassformer;

namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();
const float no_number = std::numeric_limits<float>::quiet_NaN();

/// One block, as core/math/extremes.h describes it.
float pooled(const Strided& m, const Grouping& grouping, int line, int group) {
    float low = infinite, high = -infinite;
    for (int r = line * grouping.rows; r < std::min((line + 1) * grouping.rows, m.rows); ++r)
        for (int c = group * grouping.cols; c < std::min((group + 1) * grouping.cols, m.cols); ++c) {
            const float x = m.data[r * m.row_stride + c * m.col_stride];
            if (std::isnan(x)) return no_number;
            if (x == -infinite) continue;
            low = std::min(low, x);
            high = std::max(high, x);
        }
    if (high == infinite || low > high) return high;
    if (grouping.middle && low < high) return 0.5F * low + 0.5F * high;
    return -low > high ? low : high;
}

/// Normal numbers, and among them what is none.
std::vector<float> entries(std::size_t count, bool odd) {
    Random random(7);
    std::vector<float> values(count);
    for (float& x : values) x = static_cast<float>(random.normal());
    if (!odd) return values;
    for (std::size_t i = 0; i < count; ++i) {
        const int lot = random.below(90);
        if (lot < 30) values[i] = -infinite;
        if (lot == 30) values[i] = no_number;
        if (lot == 31) values[i] = infinite;
    }
    return values;
}

}  // namespace

TEST_SUITE_BEGIN("extremes");

TEST_CASE("blocks of any size are pooled as they are one by one, whichever way they lie in memory") {
    const std::vector<float> plain = entries(7 * 5000, false), odd = entries(7 * 5000, true);
    const auto check = [](const Strided& m, const Grouping& grouping) {
        const int across = (m.cols + grouping.cols - 1) / grouping.cols, down = (m.rows + grouping.rows - 1) / grouping.rows;
        std::vector<float> found(static_cast<std::size_t>(across) * static_cast<std::size_t>(down), 99);
        pool_entries(m, grouping, found.data());
        int wrong = 0;
        for (int line = 0; line < down; ++line)
            for (int group = 0; group < across; ++group) {
                const float wanted = pooled(m, grouping, line, group);
                const float got = found[static_cast<std::size_t>(line * across + group)];
                wrong += !(wanted == got || (std::isnan(wanted) && std::isnan(got)));
            }
        CAPTURE(m.rows);
        CAPTURE(m.cols);
        CAPTURE(grouping.rows);
        CAPTURE(grouping.cols);
        CHECK(wrong == 0);
    };
    for (const std::vector<float>* values : {&plain, &odd})
        for (const bool middle : {false, true})
            for (const Strided& m : {Strided{values->data(), 7, 5000, 5000, 1}, Strided{values->data(), 5000, 7, 1, 5000},
                                     Strided{values->data(), 70, 40, 500, 3}, Strided{values->data(), 1, 35000, 0, 1},
                                     Strided{values->data(), 5000, 1, 7, 1}, Strided{values->data(), 100, 33, 300, 1}})
                for (const Grouping& grouping :
                     {Grouping{1, 1, middle}, Grouping{2, 4, middle}, Grouping{4, 1, middle}, Grouping{1, 2048, middle},
                      Grouping{16, 512, middle}, Grouping{64, 65536, middle}})
                    check(m, grouping);
}

TEST_CASE("the largest magnitude is that of the finite entries") {
    for (const std::size_t count : {std::size_t{1}, std::size_t{31}, std::size_t{32}, std::size_t{1000}}) {
        const std::vector<float> values = entries(count, true);
        float wanted = 0;
        for (const float x : values)
            if (std::isfinite(x)) wanted = std::max(wanted, std::abs(x));
        CAPTURE(count);
        CHECK(largest_finite_magnitude(values.data(), count) == wanted);
    }
    const std::vector<float> nothing{-infinite, no_number, infinite};
    CHECK(largest_finite_magnitude(nothing.data(), nothing.size()) == 0);
    CHECK(largest_finite_magnitude(nullptr, 0) == 0);
}

TEST_SUITE_END();
