// Logits of which a token can be selected: one of them is finite, and none is NaN or +∞.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace glassformer {

/// Throws Error naming the model and the position where they are others.
void require_finite(std::span<const float> logits, const std::string& model, std::size_t position);

}  // namespace glassformer
