// What a tensor means to a reader: a query, a score, a gradient. A stage carries its meaning, and label, heatmap,
// formula and arithmetic all take their colour from it. The colours themselves are rows of a theme.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace glassformer {

enum class Meaning : std::uint8_t {
    plain,     // no colour of its own
    residual,  // the residual stream
    position,  // positional encodings and biases
    query,
    key,
    value,
    score,   // query · key, before the softmax
    weight,  // attention weights, rows that sum to 1
    norm,
    mlp,
    output,     // logits and probabilities
    parameter,  // learned weights
    gradient,
};

/// Names in the order of the enum, as formula markup spells them.
inline constexpr std::array<std::string_view, 13> meaning_names = {"plain",  "residual",  "position", "query", "key",
                                                                   "value",  "score",     "weight",   "norm",  "mlp",
                                                                   "output", "parameter", "gradient"};
inline constexpr std::size_t meaning_count = meaning_names.size();

constexpr std::string_view name(Meaning meaning) { return meaning_names[static_cast<std::size_t>(meaning)]; }

/// The meaning a name stands for; nothing where there is none of that name.
constexpr std::optional<Meaning> find_meaning(std::string_view wanted) {
    for (std::size_t i = 0; i < meaning_count; ++i)
        if (meaning_names[i] == wanted) return static_cast<Meaning>(i);
    return std::nullopt;
}

}  // namespace glassformer
