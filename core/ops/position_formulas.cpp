#include "core/ops/position_formulas.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace glassformer {

float alibi_slope(int head, int n_heads) {
    const int power = static_cast<int>(std::bit_floor(static_cast<unsigned>(n_heads)));
    // Heads beyond the power of two take every second slope of twice as many heads.
    const double exponent = head < power ? -8.0 * (head + 1) / power : -4.0 * (2 * (head - power) + 1) / power;
    return static_cast<float>(std::exp2(exponent));
}

int t5_bucket(int key_minus_query, int buckets, int max_distance, bool bidirectional) {
    int first = 0;
    int distance = std::max(-key_minus_query, 0);  // unidirectional: every later key falls in bucket 0
    if (bidirectional) {
        buckets /= 2;
        if (key_minus_query > 0) first = buckets;
        distance = std::abs(key_minus_query);
    }
    const int exact = buckets / 2;  // distances with a bucket of their own; the others share, on a log scale
    if (distance < exact) return first + distance;
    if (exact == 0 || distance >= max_distance) return first + std::max(buckets - 1, 0);
    const double share =
        std::log(static_cast<double>(distance) / exact) / std::log(static_cast<double>(max_distance) / exact);
    const int shared = static_cast<int>(share * (buckets - exact));
    return first + std::min(exact + shared, buckets - 1);
}

double pair_frequency(int pair, int dims, double base) { return std::pow(base, -2.0 * pair / dims); }

double rotary_angle(int position, int pair, int dims, double base) {
    return position * pair_frequency(pair, dims, base);
}

double xpos_factor(int pair, int dims) {
    constexpr double gamma = 0.4;
    return (2.0 * pair / dims + gamma) / (1 + gamma);
}

double xpos_power(double position, int pair, int dims, double decay) {
    return decay == 0 ? 1 : std::pow(xpos_factor(pair, dims), decay * position);
}

void turn_pairs(const float* x, int columns, int dims, RotaryLayout layout, const float* cosine, const float* sine,
                float* y) {
    const auto pairs = static_cast<std::size_t>(dims) / 2;
    for (std::size_t k = 0; k < pairs; ++k) {
        const auto [a, b] = rotary_pair(k, dims, layout);
        y[a] = x[a] * cosine[k] - x[b] * sine[k];
        y[b] = x[a] * sine[k] + x[b] * cosine[k];
    }
    std::copy_n(x + dims, static_cast<std::size_t>(columns - dims), y + dims);
}

}  // namespace glassformer
