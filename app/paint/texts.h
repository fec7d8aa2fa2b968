// What a legend says beside its numbers. {} stands for a number.
#pragma once

namespace glassformer::texts::paint {

inline constexpr const char* after_limit = " · ";  // the end of the scale is no count
inline constexpr const char* held = "held";
inline constexpr const char* held_and_clipped = "held, {} clipped";
inline constexpr const char* clipped = "{} clipped";

}  // namespace glassformer::texts::paint
