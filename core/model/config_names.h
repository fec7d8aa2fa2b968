// How config.json spells the values of the config's enums: one table for reading and writing. Part of config*.cpp;
// nobody else includes it.
#pragma once

#include <array>
#include <string_view>

namespace glassformer {

// Spellings, in the order of the enums.
inline constexpr std::array<std::string_view, 3> tokenizers{"automatic", "characters", "words"};

template <class Enum, std::size_t N>
std::string_view spelling(const std::array<std::string_view, N>& names, Enum value) {
    return names.at(static_cast<std::size_t>(value));
}

}  // namespace glassformer
