// Memory that starts on a cache line. Vectorised sums begin at the first aligned entry, so numbers repeat bit by bit
// from run to run only where memory always starts alike.
#pragma once

#include <cstddef>
#include <limits>
#include <new>
#include <vector>

namespace glassformer {

inline constexpr std::size_t memory_alignment = 64;  // bytes: a cache line, and the widest vector

/// Memory of at least so many bytes, in large pages where it is large; throws std::bad_alloc. To be given back by
/// free_aligned().
void* allocate_aligned(std::size_t bytes);
void free_aligned(void* memory);

template <class T>
struct AlignedAllocator {
    using value_type = T;
    AlignedAllocator() = default;
    template <class U>
    AlignedAllocator(const AlignedAllocator<U>&) {}  // NOLINT: converts, as the standard asks
    T* allocate(std::size_t count) {
        if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) throw std::bad_alloc();
        return static_cast<T*>(allocate_aligned(count * sizeof(T)));
    }
    void deallocate(T* memory, std::size_t) { free_aligned(memory); }
    bool operator==(const AlignedAllocator&) const { return true; }
};

using AlignedFloats = std::vector<float, AlignedAllocator<float>>;

}  // namespace glassformer
