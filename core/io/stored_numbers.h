// How numbers lie in a safetensors file: the types of the format, and what becomes of each here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace glassformer {

struct StoredType {
    std::string_view name;  // as in the file: "BF16"
    int bits;               // of a number
    /// Converts `count` numbers, which need not lie aligned; null: not a type for weights.
    void (*to_floats)(const std::byte* from, float* to, std::size_t count);
    /// One number; null: not read as integers.
    std::int64_t (*to_integer)(const std::byte* from);
};

/// F32, F16, BF16 and F64 for weights; integers; and types that are known only to be passed over. Null for all others.
const StoredType* find_stored_type(std::string_view name);

}  // namespace glassformer
