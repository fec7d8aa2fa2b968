// Operands for the operations' examples: seeded, so that every machine and every backend sees the same numbers.
#pragma once

#include <vector>

#include "core/base/random.h"
#include "core/tensor/tensor.h"

namespace glassformer {

/// Standard normal entries.
inline Tensor normal_tensor(const Shape& shape, std::uint64_t seed) {
    Tensor tensor(shape);
    Random random(seed);
    for (float& entry : tensor.data) entry = random.normal();
    return tensor;
}

/// Whole numbers from 0 to below - 1: token ids, labels.
inline Tensor whole_tensor(const Shape& shape, int below, std::uint64_t seed) {
    Tensor tensor(shape);
    Random random(seed);
    for (float& entry : tensor.data) entry = static_cast<float>(random.below(below));
    return tensor;
}

/// The given entries, in row-major order.
inline Tensor tensor_of(const Shape& shape, const std::vector<float>& entries) {
    Tensor tensor;
    tensor.shape = shape;
    tensor.data.assign(entries.begin(), entries.end());
    tensor.data.resize(shape.count());
    return tensor;
}

}  // namespace glassformer
