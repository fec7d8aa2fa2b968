#include "core/spread.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace glassformer {

namespace {

constexpr std::size_t lanes = 8, block = 1024;
using Sums = std::array<double, lanes>;

double total(const Sums& sums) {
    double sum = 0;
    for (const double lane : sums) sum += lane;
    return sum;
}

bool all_finite(const float* x, std::size_t n) {
    int odd = 0;
    for (std::size_t i = 0; i < n; ++i) odd += x[i] - x[i] == 0 ? 0 : 1;
    return odd == 0;
}

/// Calls `whole` for blocks of finite entries, `one` for each finite entry of the others, `other` for the rest.
template <class Whole, class One, class Other>
void each(const float* x, std::size_t n, const Whole& whole, const One& one, const Other& other) {
    for (std::size_t first = 0; first < n; first += block) {
        const std::size_t end = std::min(n, first + block);
        if (end - first == block && all_finite(x + first, block)) {
            whole(x + first);
            continue;
        }
        for (std::size_t i = first; i < end; ++i)
            if (std::isfinite(x[i]))
                one(x[i]);
            else
                other(x[i]);
    }
}

}  // namespace

Spread spread_of(const float* x, std::size_t n) {
    Spread s;
    s.min = std::numeric_limits<float>::infinity();
    s.max = -s.min;
    Sums sum{}, magnitudes{}, squares{};
    std::array<float, lanes> low, high;
    low.fill(s.min);
    high.fill(s.max);
    const auto take = [&](std::size_t lane, float entry) {
        const auto v = static_cast<double>(entry);
        sum[lane] += v;
        magnitudes[lane] += std::abs(v);
        squares[lane] += v * v;
        low[lane] = entry < low[lane] ? entry : low[lane];
        high[lane] = entry > high[lane] ? entry : high[lane];
    };
    each(
        x, n,
        [&](const float* from) {
            int zeros = 0;
            for (std::size_t i = 0; i < block; ++i) zeros += from[i] == 0 ? 1 : 0;
            for (std::size_t i = 0; i < block; i += lanes)
                for (std::size_t lane = 0; lane < lanes; ++lane) take(lane, from[i + lane]);
            s.zeros += static_cast<std::size_t>(zeros);
            s.finite += block;
        },
        [&](float entry) {
            take(0, entry);
            s.zeros += entry == 0 ? 1 : 0;
            ++s.finite;
        },
        [&](float entry) { ++(std::isnan(entry) ? s.not_a_number : s.infinite); });
    s.min = *std::ranges::min_element(low);
    s.max = *std::ranges::max_element(high);
    s.sum = total(sum);
    s.magnitudes = total(magnitudes);
    s.squares = total(squares);
    return s;
}

double count_in_bars(const float* x, std::size_t n, const Spread& spread, double mean, std::span<int> bars) {
    const double low = static_cast<double>(spread.min), width = static_cast<double>(spread.max) - low;
    const auto count = static_cast<double>(bars.size());
    const int last = static_cast<int>(bars.size()) - 1;
    Sums sums{};
    // Neighbours are often in one bar: counted apart, none waits for the other.
    constexpr std::size_t most_bars = 64;
    std::array<std::array<int, most_bars>, 4> apart{};
    const auto place_of = [&](float entry) {
        const double place = width > 0 ? (static_cast<double>(entry) - low) / width : 0.5;
        return std::clamp(static_cast<int>(place * count), 0, last);
    };
    const auto take = [&](std::size_t lane, float entry) {
        const double off = static_cast<double>(entry) - mean;
        sums[lane] += off * off;
    };
    each(
        x, n,
        [&](const float* from) {
            std::array<int, block> places;
            for (std::size_t i = 0; i < block; ++i) places[i] = place_of(from[i]);
            for (std::size_t i = 0; i < block; i += lanes)
                for (std::size_t lane = 0; lane < lanes; ++lane) take(lane, from[i + lane]);
            for (std::size_t i = 0; i < block; ++i) ++apart[i % apart.size()][static_cast<std::size_t>(places[i])];
        },
        [&](float entry) {
            take(0, entry);
            ++apart.front()[static_cast<std::size_t>(place_of(entry))];
        },
        [](float) {});
    for (const auto& own : apart)
        for (std::size_t b = 0; b < bars.size(); ++b) bars[b] += own[b];
    return total(sums);
}

}  // namespace glassformer
