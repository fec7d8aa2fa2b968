// Figures about many numbers together: how they are spread, and how many lie where. Part of the engine, as
// core/math/extremes.h is: of a vocabulary's probabilities there are millions.
#pragma once

#include <cstddef>
#include <span>

namespace glassformer {

/// Of the finite entries, but for the counts of others. min and max are +∞ and −∞ where none is finite.
struct Spread {
    float min = 0, max = 0;
    std::size_t finite = 0, infinite = 0, not_a_number = 0, zeros = 0;
    std::size_t minus_infinite = 0;  // of the infinite ones
    double sum = 0, magnitudes = 0, squares = 0;  // Σx, Σ|x|, Σx²
};
Spread spread_of(const float* x, std::size_t n);

/// Adds to `bars` how many finite entries lie in each of bars.size() equal steps from min to max (all in the middle one
/// where both are the same), and returns Σ(x − mean)² of them. 1 to 64 bars, else Error.
double count_in_bars(const float* x, std::size_t n, const Spread& spread, double mean, std::span<int> bars);

}  // namespace glassformer
