// The formulas of positional encodings, each written once: operations, the comparison of encodings and the tests read
// them here.
#pragma once

#include <cstddef>

#include "core/ops/ops.h"

namespace glassformer {

/// ALiBi's slope of head 0 … n_heads-1: 2^(-8(head+1)/n_heads) for a power of two; otherwise the slopes of the next
/// lower power of two, then every second slope of twice that (Press, Smith, Lewis 2022).
float alibi_slope(int head, int n_heads);
/// ALiBi's bias of one score: slope · -|query - key|.
inline float linear_bias(float slope, int query, int key) {
    return slope * static_cast<float>(query > key ? key - query : query - key);
}
/// T5's bucket of the distance key - query, as published.
int t5_bucket(int key_minus_query, int buckets, int max_distance, bool bidirectional);
/// Rotation of pair k of `dims` dimensions from one position to the next: base^(-2k/dims), in radians, computed in
/// double (Vaswani et al. 2017, Su et al. 2021).
double pair_frequency(int pair, int dims, double base);
/// Angle of pair k at a position: position · pair_frequency().
double rotary_angle(int position, int pair, int dims, double base);

/// xPos's factor of pair k: (k/(dims/2) + γ)/(1 + γ) with γ = 0.4, below 1 for every pair (Sun et al. 2022).
double xpos_factor(int pair, int dims);
/// xpos_factor() to the power decay · position; 1 without a decay.
double xpos_power(double position, int pair, int dims, double decay);
/// The largest |decay · position| whose factor a float can hold.
inline constexpr double max_xpos_exponent = 64;

/// The two entries of a row that turn together.
struct RotaryPair {
    std::size_t a, b;
};
inline RotaryPair rotary_pair(std::size_t pair, int dims, RotaryLayout layout) {
    if (layout == RotaryLayout::half) return {pair, pair + static_cast<std::size_t>(dims) / 2};
    return {2 * pair, 2 * pair + 1};
}

/// y = x [columns] with its first `dims` entries turned pair by pair: (a, b) -> (a cos - b sin, a sin + b cos), one
/// cosine and sine a pair. The entries after them are copied. y does not overlap x.
/// In the kernels' library, so that all callers round alike.
void turn_pairs(const float* x, int columns, int dims, RotaryLayout layout, const float* cosine, const float* sine,
                float* y);

}  // namespace glassformer
