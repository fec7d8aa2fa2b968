// How config.json spells the values of the config's enums: one table for reading and writing. Part of config*.cpp;
// nobody else includes it.
#pragma once

#include <array>
#include <string_view>

namespace glassformer {

// Spellings, in the order of the enums.
inline constexpr std::array<std::string_view, 7> architectures{
    "decoder", "encoder", "encoder_decoder", "recurrent", "recurrent_encoder_decoder", "convolution", "lookup"};
inline constexpr std::array<std::string_view, 3> norms{"layernorm", "rmsnorm", "none"};
inline constexpr std::array<std::string_view, 2> placements{"pre", "post"};
inline constexpr std::array<std::string_view, 2> eps_placements{"inside_sqrt", "added_to_std"};
inline constexpr std::array<std::string_view, 3> attention_scales{"sqrt_d_head", "none", "qk_fourth_root"};
inline constexpr std::array<std::string_view, 5> poolings{"mean", "cls", "last", "weighted", "query"};
inline constexpr std::array<std::string_view, 4> recurrent_attentions{"none", "additive", "dot", "general"};
inline constexpr std::array<std::string_view, 2> heads{"lm", "classifier"};
inline constexpr std::array<std::string_view, 2> layouts{"interleaved", "half"};
inline constexpr std::array<std::string_view, 2> combines{"add", "append"};
inline constexpr std::array<std::string_view, 3> tokenizers{"automatic", "characters", "words"};

template <class Enum, std::size_t N>
std::string_view spelling(const std::array<std::string_view, N>& names, Enum value) {
    return names.at(static_cast<std::size_t>(value));
}

}  // namespace glassformer
