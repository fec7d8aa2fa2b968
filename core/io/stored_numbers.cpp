#include "core/io/stored_numbers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "core/io/half.h"

namespace glassformer {

static_assert(std::endian::native == std::endian::little, "safetensors are little-endian and used in place");

namespace {

template <class Stored>
Stored stored_number(const std::byte* p) {
    Stored value;
    std::memcpy(&value, p, sizeof value);
    return value;
}

/// Loops without branches: an optimiser makes several numbers at a time of them.
template <class Stored, float (*to_float)(Stored)>
void convert_numbers(const std::byte* from, float* to, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) to[i] = to_float(stored_number<Stored>(from + i * sizeof(Stored)));
}

float from_bfloat(std::uint16_t bits) {  // the upper half of a float
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
}
float from_double(double value) { return static_cast<float>(value); }

constexpr std::array stored_types{
    StoredType{"F32", 32, [](const std::byte* p, float* to, std::size_t n) { std::memcpy(to, p, n * sizeof *to); },
               nullptr},
    StoredType{"F16", 16, convert_numbers<std::uint16_t, from_half>, nullptr},
    StoredType{"BF16", 16, convert_numbers<std::uint16_t, from_bfloat>, nullptr},
    StoredType{"F64", 64, convert_numbers<double, from_double>, nullptr},
    StoredType{"I64", 64, nullptr, [](const std::byte* p) { return stored_number<std::int64_t>(p); }},
    StoredType{"I32", 32, nullptr, [](const std::byte* p) { return std::int64_t{stored_number<std::int32_t>(p)}; }},
    // Known to the format and passed over: masks, and quantized weights of models by others.
    StoredType{"BOOL", 8, nullptr, nullptr},
    StoredType{"U8", 8, nullptr, nullptr},
    StoredType{"I8", 8, nullptr, nullptr},
    StoredType{"F4", 4, nullptr, nullptr},
    StoredType{"F6_E2M3", 6, nullptr, nullptr},
    StoredType{"F6_E3M2", 6, nullptr, nullptr},
    StoredType{"F8_E4M3", 8, nullptr, nullptr},
    StoredType{"F8_E5M2", 8, nullptr, nullptr},
    StoredType{"F8_E8M0", 8, nullptr, nullptr},
    StoredType{"I16", 16, nullptr, nullptr},
    StoredType{"U16", 16, nullptr, nullptr},
    StoredType{"U32", 32, nullptr, nullptr},
    StoredType{"U64", 64, nullptr, nullptr},
    StoredType{"C64", 64, nullptr, nullptr},
};

}  // namespace

const StoredType* find_stored_type(std::string_view name) {
    const auto* const found = std::ranges::find(stored_types, name, &StoredType::name);
    return found == stored_types.end() ? nullptr : &*found;
}

}  // namespace glassformer
