#include "core/base/aligned.h"

#include <algorithm>
#include <cstdlib>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace glassformer {

void* allocate_aligned(std::size_t bytes) {
    constexpr std::size_t huge_page = std::size_t{2} << 20U;
    const bool large = bytes >= huge_page;
    // Not aligned_alloc(): it takes whole multiples only, within which nobody would notice an overrun.
    void* memory = nullptr;
    if (posix_memalign(&memory, large ? huge_page : memory_alignment, std::max<std::size_t>(bytes, 1)) != 0)
        throw std::bad_alloc();
#ifdef __linux__
    // In pages of 2 MB the processor looks up one address where it looked up 512. A wish: without them all is slower.
    if (large) static_cast<void>(madvise(memory, bytes / huge_page * huge_page, MADV_HUGEPAGE));
#endif
    return memory;
}

void free_aligned(void* memory) { std::free(memory); }

}  // namespace glassformer
