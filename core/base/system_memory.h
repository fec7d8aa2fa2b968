// What memory this machine has left, and how an amount of it is written.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace glassformer {

inline constexpr std::uint64_t memory_unknown = std::numeric_limits<std::uint64_t>::max();
/// What the system can still hand out without swapping (MemAvailable); memory_unknown where it does not say.
std::uint64_t free_memory();

/// "512 MB", "3.2 GB": with three digits at most, in powers of ten.
std::string bytes_text(std::uint64_t bytes);

}  // namespace glassformer
