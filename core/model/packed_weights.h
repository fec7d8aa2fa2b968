// Which weights are laid out once more for products (core/math/row_product.h), and what a model takes with them.
#pragma once

#include <cstdint>

#include "core/model/config.h"
#include "core/tensor/tensor.h"

namespace glassformer {

/// A matrix that a product reads; tables are looked up, vectors added. `shape`: of a parameter of a model with that
/// config.
bool is_packed(const ModelConfig& config, const Shape& shape);

/// Bytes that an open model takes before any text is computed, by its config alone: all parameters in single precision,
/// and once more those that are laid out for products. Padding is not counted.
std::uint64_t memory_of_weights(const ModelConfig& config);

}  // namespace glassformer
