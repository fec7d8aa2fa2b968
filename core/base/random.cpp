#include "core/base/random.h"

#include <bit>
#include <cmath>
#include <numbers>

namespace glassformer {

Random::Random(std::uint64_t seed) {
    for (std::uint64_t& word : state_.words) {
        seed += 0x9E3779B97F4A7C15ULL;
        std::uint64_t z = seed;
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
        word = z ^ (z >> 31U);
    }
}

std::uint64_t Random::bits() {
    std::array<std::uint64_t, 4>& words = state_.words;
    const std::uint64_t result = std::rotl(words[1] * 5, 7) * 9;
    const std::uint64_t t = words[1] << 17U;
    words[2] ^= words[0];
    words[3] ^= words[1];
    words[1] ^= words[2];
    words[0] ^= words[3];
    words[2] ^= t;
    words[3] = std::rotl(words[3], 45);
    return result;
}

int Random::below(int bound) {
    // Reject the last, incomplete run of the 64-bit range, so that every value is equally likely.
    const auto n = static_cast<std::uint64_t>(bound);
    const std::uint64_t limit = ~std::uint64_t{0} - ~std::uint64_t{0} % n;
    std::uint64_t value = bits();
    while (value >= limit) value = bits();
    return static_cast<int>(value % n);
}

double Random::uniform() { return static_cast<double>(bits() >> 11U) * 0x1.0p-53; }

float Random::normal() {
    if (state_.spare_ready) {
        state_.spare_ready = false;
        return state_.spare;
    }
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
    const double angle = 2.0 * std::numbers::pi * uniform();
    state_.spare = static_cast<float>(radius * std::sin(angle));
    state_.spare_ready = true;
    return static_cast<float>(radius * std::cos(angle));
}

}  // namespace glassformer
