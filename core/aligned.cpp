#include "core/aligned.h"

#include <cstdlib>
#include <limits>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace glassformer {

void* allocate_aligned(std::size_t bytes) {
    constexpr std::size_t huge_page = std::size_t{2} << 20U;
    const bool large = bytes >= huge_page;
    const std::size_t alignment = large ? huge_page : memory_alignment;
    if (bytes > std::numeric_limits<std::size_t>::max() - alignment) throw std::bad_alloc();
    const std::size_t whole = (bytes + alignment - 1) / alignment * alignment;
    void* const memory = std::aligned_alloc(alignment, whole == 0 ? alignment : whole);
    if (memory == nullptr) throw std::bad_alloc();
#ifdef __linux__
    // In pages of 2 MB the processor looks up one address where it looked up 512. A wish: without them all is slower.
    if (large) static_cast<void>(madvise(memory, whole, MADV_HUGEPAGE));
#endif
    return memory;
}

void free_aligned(void* memory) { std::free(memory); }

}  // namespace glassformer
