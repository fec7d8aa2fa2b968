#include "tests/support/allocations.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> counted = 0;
thread_local std::size_t until_failure = 0;

}  // namespace

// Inlined, only one of a pair may be, and the compiler takes free() for a mismatch.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
void* operator new(std::size_t size) {
    ++counted;
    const bool fails = until_failure > 0 && --until_failure == 0;
    if (void* memory = fails ? nullptr : std::malloc(size)) return memory;
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
#endif

namespace glassformer::test {

std::size_t allocations() { return counted; }
void fail_allocation(std::size_t n) { until_failure = n; }

}  // namespace glassformer::test
