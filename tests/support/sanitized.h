// Which sanitizer this build has. What takes long, thousands of passes or frames, does less there: the optimised build
// does all of it, and a sanitizer finds in the first passes what it would find in the last.
#pragma once

namespace glassformer::test {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

#if defined(__SANITIZE_THREAD__)
inline constexpr bool threads_sanitized = true;
#else
inline constexpr bool threads_sanitized = false;
#endif

}  // namespace glassformer::test
