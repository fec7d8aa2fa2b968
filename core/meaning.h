// What a tensor means, as far as colour is concerned: the same meaning has the same colour in labels, heatmaps,
// formulas, arithmetic and lesson text.
#pragma once

#include <cstdint>
#include <string_view>

namespace glassformer {

enum class Meaning : std::uint8_t {
    plain,
    residual,  // the residual stream and the embeddings that start it
    position,
    query,
    key,
    value,
    score,
    weight,  // attention weights
    norm,
    mlp,
    output,  // logits, probabilities
    parameter,
    gradient,
};

std::string_view name(Meaning meaning);     // "query"
Meaning meaning_of(std::string_view name);  // inverse of name(); plain for anything else

}  // namespace glassformer
