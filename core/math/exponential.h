// The exponential of many floats at once. Only for sources of the engine, like lanes.h.
#pragma once

#include <bit>

#include "core/math/lanes.h"

namespace glassformer {

/// eˣ in every lane, within 2 units of the last place, for -87 <= x <= 88; 0 below -87, and what is no number stays so.
/// x = n log 2 + r with |r| <= log(2) / 2, and the polynomial for e^r of the Cephes library (Moshier 1989).
inline Lanes exponential(Lanes x) {
    constexpr float least = -87;
    typedef unsigned Whole __attribute__((vector_size(sizeof(Lanes))));
    // Added to a number, it leaves the nearest whole one in the lowest bits.
    const Lanes magic = all_lanes(12582912.0F);
    const Lanes shifted = x * 1.44269504F + magic, n = shifted - magic;
    const Lanes r = (x - n * 0.693359375F) + n * 2.12194440e-4F;
    Lanes p = 1.9875691500e-4F * r + 1.3981999507e-3F;
    p = p * r + 8.3334519073e-3F;
    p = p * r + 4.1665795894e-2F;
    p = p * r + 1.6666665459e-1F;
    p = p * r + 5.0000001201e-1F;
    p = p * (r * r) + r + 1.0F;
    const Lanes e = std::bit_cast<Lanes>(std::bit_cast<Whole>(p) + (std::bit_cast<Whole>(shifted) << 23));
    const Lanes known = x < least ? Lanes{} : e;
    return x == x ? known : x;
}

}  // namespace glassformer
