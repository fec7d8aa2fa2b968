// Memory for tensors: where it starts, and that it is all there.
#include "core/base/aligned.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>

using namespace glassformer;

TEST_SUITE_BEGIN("aligned");

TEST_CASE("memory starts on a cache line and holds what was asked for, small and large") {
    for (const std::size_t floats : {0U, 1U, 15U, 1000U, 600'000U, 1'000'003U}) {
        AlignedFloats memory(floats, 1.0F);
        CHECK(reinterpret_cast<std::uintptr_t>(memory.data()) % memory_alignment == 0);
        CHECK(static_cast<std::size_t>(std::ranges::count(memory, 1.0F)) == floats);
    }
    void* const none = allocate_aligned(0);
    CHECK(none != nullptr);
    free_aligned(none);
}

TEST_CASE("more numbers than there are addresses for are refused") {
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
    CHECK_THROWS_AS(AlignedAllocator<float>().allocate(most / 2), std::bad_alloc);
}

TEST_SUITE_END();
