// Memory that starts on a cache line. Vectorised sums begin at the first aligned entry, so numbers repeat bit by bit
// from run to run only where memory always starts alike.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace glassformer {

inline constexpr std::size_t memory_alignment = 64;  // bytes: a cache line, and the widest vector

template <class T>
struct AlignedAllocator {
    using value_type = T;
    AlignedAllocator() = default;
    template <class U>
    AlignedAllocator(const AlignedAllocator<U>&) {}  // NOLINT: converts, as the standard asks
    T* allocate(std::size_t count) {
        return static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{memory_alignment}));
    }
    void deallocate(T* memory, std::size_t) { ::operator delete (memory, std::align_val_t{memory_alignment}); }
    bool operator==(const AlignedAllocator&) const { return true; }
};

using AlignedFloats = std::vector<float, AlignedAllocator<float>>;

}  // namespace glassformer
