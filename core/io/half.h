// Half precision (IEEE 754 binary16) as stored in files; nothing is computed in it.
#pragma once

#include <cstdint>

namespace glassformer {

/// Exact.
float from_half(std::uint16_t bits);

/// The nearest half, ties to the even one; beyond 65504, infinity.
std::uint16_t to_half(float value);

}  // namespace glassformer
