#include "core/io/half.h"

#include <cmath>

namespace glassformer {

std::uint16_t to_half(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>((bits >> 16U) & 0x8000U);
    if (std::isnan(value)) return static_cast<std::uint16_t>(sign | 0x7E00U);
    const float size = std::fabs(value);
    if (size >= 65520) return static_cast<std::uint16_t>(sign | 0x7C00U);  // half way to what would come next
    // Below the smallest normal half the steps are 2⁻²⁴ wide; the sum rounds to them, half way to even.
    if (size < 0x1p-14F) {
        const auto steps =
            static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(size + 0.5F) - std::bit_cast<std::uint32_t>(0.5F));
        return static_cast<std::uint16_t>(sign | steps);
    }
    const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
    const std::uint32_t odd = (magnitude >> 13U) & 1U;
    return static_cast<std::uint16_t>(sign | ((magnitude + 0xFFFU + odd - (112U << 23U)) >> 13U));
}

}  // namespace glassformer
