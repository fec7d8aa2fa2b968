// Half precision (IEEE 754 binary16) as stored in files; nothing is computed in it.
#pragma once

#include <bit>
#include <cstdint>

namespace glassformer {

/// Exact. Without branches, so that a loop of them is computed several at a time.
inline float from_half(std::uint16_t bits) {
    const std::uint32_t sign = (bits & 0x8000U) << 16U, magnitude = (bits & 0x7FFFU) << 13U;
    constexpr std::uint32_t rebias = 112U << 23U;
    // Infinities and NaNs lie one more step of the same size above the normal numbers.
    const std::uint32_t normal = magnitude + rebias + (magnitude >= 31U << 23U ? rebias : 0U);
    const float subnormal = static_cast<float>(static_cast<std::int32_t>(bits & 0x3FFU)) * 0x1p-24F;
    return std::bit_cast<float>(sign | (magnitude < 1U << 23U ? std::bit_cast<std::uint32_t>(subnormal) : normal));
}

/// The nearest half, ties to the even one; beyond 65504, infinity.
std::uint16_t to_half(float value);

}  // namespace glassformer
