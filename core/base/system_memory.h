// What memory this machine has left, and how an amount of it is written.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace glassformer {

inline constexpr std::uint64_t memory_unknown = std::numeric_limits<std::uint64_t>::max();
/// What the system can still hand out without swapping (MemAvailable), and what a limit of the process's addresses
/// leaves (ulimit -v), whichever is less; memory_unknown where neither is said.
std::uint64_t free_memory();

/// Whether an allocation can fail at all: a limit of the process's addresses (ulimit -v), or a system that promises no
/// more memory than it has. Elsewhere every allocation succeeds, and a system without memory ends a process instead.
/// Looked at once.
bool allocations_can_fail();

/// Set before the threads of a program that runs for hours, as a window does: memory in large blocks goes back to the
/// system as soon as it is freed, and all threads share two heaps. Else each thread's heap keeps the most that it ever
/// held, with holes between what is in use.
void return_large_blocks();

/// Gives the system the pages that freed memory leaves between what is in use, which the allocator would keep. Takes
/// milliseconds.
void give_back_free_memory();

/// "512 MB", "3.2 GB": with three digits at most, in powers of ten.
std::string bytes_text(std::uint64_t bytes);

}  // namespace glassformer
