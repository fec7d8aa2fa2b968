// Floats side by side, as many as a vector register of the instruction set holds that a file is compiled for, spelt in
// the compiler's vector extensions. For loops that a compiler leaves scalar by itself: tiles in registers, choices.
// Only for sources of the engine: a program that includes it would get the widths of its own instruction set.
#pragma once

#include <cstddef>

namespace glassformer {

#if defined(__AVX512F__)
constexpr int lane_count = 16;
#elif defined(__AVX__)
constexpr int lane_count = 8;
#else
constexpr int lane_count = 4;
#endif

typedef float Lanes __attribute__((vector_size(lane_count * sizeof(float))));
typedef float UnalignedLanes __attribute__((vector_size(lane_count * sizeof(float)), aligned(sizeof(float))));

inline Lanes load_lanes(const float* from) { return *reinterpret_cast<const UnalignedLanes*>(from); }
inline void store_lanes(float* to, const Lanes& value) { *reinterpret_cast<UnalignedLanes*>(to) = value; }
inline Lanes all_lanes(float value) { return Lanes{} + value; }

}  // namespace glassformer
