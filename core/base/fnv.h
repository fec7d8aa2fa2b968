// A number that tells texts apart: FNV-1a (Fowler, Noll and Vo 1991), 64 bits.
#pragma once

#include <cstdint>
#include <string_view>

namespace glassformer {

class Fnv1a {
public:
    /// A byte; the training file takes whole numbers in the same way (docs/formats.md).
    void take(std::uint64_t byte) { hash_ = (hash_ ^ byte) * 0x100000001B3ULL; }
    void take(std::string_view bytes) {
        for (const char byte : bytes) take(static_cast<unsigned char>(byte));
    }
    std::uint64_t hash() const { return hash_; }

private:
    std::uint64_t hash_ = 0xCBF29CE484222325ULL;
};

}  // namespace glassformer
