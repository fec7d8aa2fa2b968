// Counts what a test program allocates, and fails what it is told to. Sanitizers bring their own operators: there
// nothing is counted and nothing fails.
#pragma once

#include <cstddef>

namespace glassformer::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool counts_allocations = false;
#else
inline constexpr bool counts_allocations = true;
#endif

/// Of all threads, since the program began.
std::size_t allocations();

/// The n-th allocation from now on of this thread finds no memory, all others do; 0: none.
void fail_allocation(std::size_t n);

}  // namespace glassformer::test
