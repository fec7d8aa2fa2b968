#include "core/math/distribution.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "core/base/error.h"
#include "core/math/lanes.h"

namespace glassformer {

namespace {

constexpr std::size_t lanes = static_cast<std::size_t>(lane_count), block = 1024, max_bars = 64;
typedef double WideLanes __attribute__((vector_size(lanes * sizeof(double))));
typedef int LanePlaces __attribute__((vector_size(lanes * sizeof(int))));

double total(const WideLanes& sums) {
    double sum = 0;
    for (std::size_t lane = 0; lane < lanes; ++lane) sum += sums[lane];
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
    WideLanes sum{}, magnitudes{}, squares{};
    Lanes low = all_lanes(s.min), high = all_lanes(s.max);
    each(
        x, n,
        [&](const float* from) {
            int zeros = 0;
            for (std::size_t i = 0; i < block; ++i) zeros += from[i] == 0 ? 1 : 0;
            for (std::size_t i = 0; i < block; i += lanes) {
                const Lanes entries = load_lanes(from + i);
                const WideLanes v = __builtin_convertvector(entries, WideLanes);
                sum += v;
                const Lanes sizes = entries < 0 ? -entries : entries;
                magnitudes += __builtin_convertvector(sizes, WideLanes);
                squares += v * v;
                low = entries < low ? entries : low;
                high = entries > high ? entries : high;
            }
            s.zeros += static_cast<std::size_t>(zeros);
            s.finite += block;
        },
        [&](float entry) {
            const auto v = static_cast<double>(entry);
            sum[0] += v;
            magnitudes[0] += std::abs(v);
            squares[0] += v * v;
            low[0] = std::min(low[0], entry);
            high[0] = std::max(high[0], entry);
            s.zeros += entry == 0 ? 1 : 0;
            ++s.finite;
        },
        [&](float entry) {
            ++(std::isnan(entry) ? s.not_a_number : s.infinite);
            s.minus_infinite += entry < 0 ? 1 : 0;
        });
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        s.min = std::min(s.min, low[lane]);
        s.max = std::max(s.max, high[lane]);
    }
    s.sum = total(sum);
    s.magnitudes = total(magnitudes);
    s.squares = total(squares);
    return s;
}

double count_in_bars(const float* x, std::size_t n, const Spread& spread, double mean, std::span<int> bars) {
    const double low = static_cast<double>(spread.min), width = static_cast<double>(spread.max) - low;
    const auto count = static_cast<double>(bars.size());
    const int last = static_cast<int>(bars.size()) - 1;
    // All in the middle where there is no width.
    const double divisor = width > 0 ? width : 1, middle = width > 0 ? 0 : 0.5 * count;
    WideLanes sums{};
    if (bars.empty() || bars.size() > max_bars)
        throw Error("entries are counted in 1 to " + std::to_string(max_bars) + " bars, not " +
                    std::to_string(bars.size()));
    // Neighbours are often in one bar: counted apart, none waits for the other.
    std::array<std::array<int, max_bars>, 4> apart{};
    each(
        x, n,
        [&](const float* from) {
            std::array<int, block> places;
            for (std::size_t i = 0; i < block; i += lanes) {
                const WideLanes v = __builtin_convertvector(load_lanes(from + i), WideLanes), off = v - mean;
                sums += off * off;
                const LanePlaces bar = __builtin_convertvector((v - low) / divisor * count + middle, LanePlaces);
                std::memcpy(places.data() + i, &bar, sizeof bar);
            }
            for (std::size_t i = 0; i < block; ++i)
                ++apart[i % apart.size()][static_cast<std::size_t>(std::min(places[i], last))];
        },
        [&](float entry) {
            const auto v = static_cast<double>(entry);
            sums[0] += (v - mean) * (v - mean);
            const int place = static_cast<int>((v - low) / divisor * count + middle);
            ++apart.front()[static_cast<std::size_t>(std::min(place, last))];
        },
        [](float) {});
    for (const auto& own : apart)
        for (std::size_t b = 0; b < bars.size(); ++b) bars[b] += own[b];
    return total(sums);
}

}  // namespace glassformer
