// The parts of a model, as costs, parameters and the interface group them: what a stage or a parameter belongs to.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace glassformer {

enum class ModelPart : std::uint8_t {
    none,  // leaves of the record: tokens, masks, labels
    embeddings,
    attention,
    mlp,
    norms,
    residual,
    recurrent,
    convolution,
    lookup,
    head,  // pooling, logits, probabilities, loss
};

/// In the order of the enum.
inline constexpr std::array<std::string_view, 10> model_part_names = {
    "none", "embeddings", "attention", "mlp", "norms", "residual", "recurrent", "convolution", "lookup", "head"};

constexpr std::string_view name(ModelPart part) { return model_part_names[static_cast<std::size_t>(part)]; }

}  // namespace glassformer
