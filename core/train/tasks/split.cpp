#include "core/train/tasks/split.h"

namespace glassformer {

namespace {

constexpr std::uint64_t one_in = 10;

/// The mixing function of splitmix64 (Steele, Lea and Flood 2014).
std::uint64_t mixed(std::uint64_t z) {
    z += 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
}

}  // namespace

Split split_of(std::uint64_t number) { return mixed(number) % one_in == 0 ? Split::held_out : Split::train; }

Split split_of(std::span<const int> tokens) {
    std::uint64_t number = 0;
    for (const int token : tokens) number = mixed(number ^ static_cast<std::uint64_t>(token));
    return split_of(number);
}

}  // namespace glassformer
