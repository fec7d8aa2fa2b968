// How a rotary encoding turns one row (Su et al. 2021): which two entries make a pair, and what turning does to them.
// The operation and the positions laboratory turn with the same lines.
#pragma once

#include <algorithm>
#include <cstddef>

#include "core/ops/ops.h"

namespace glassformer {

/// The two entries of a row that turn together.
struct RotaryPair {
    std::size_t a, b;
};
inline RotaryPair rotary_pair(std::size_t pair, int dims, RotaryLayout layout) {
    if (layout == RotaryLayout::half) return {pair, pair + static_cast<std::size_t>(dims) / 2};
    return {2 * pair, 2 * pair + 1};
}

/// y = x [columns] with its first `dims` entries turned pair by pair: (a, b) -> (a cos - b sin, a sin + b cos), one
/// cosine and sine a pair. The entries behind them pass. y does not overlap x.
inline void turn_pairs(const float* x, int columns, int dims, RotaryLayout layout, const float* cosine,
                       const float* sine, float* y) {
    const auto pairs = static_cast<std::size_t>(dims) / 2;
    for (std::size_t k = 0; k < pairs; ++k) {
        const auto [a, b] = rotary_pair(k, dims, layout);
        y[a] = x[a] * cosine[k] - x[b] * sine[k];
        y[b] = x[a] * sine[k] + x[b] * cosine[k];
    }
    std::copy_n(x + dims, static_cast<std::size_t>(columns - dims), y + dims);
}

}  // namespace glassformer
