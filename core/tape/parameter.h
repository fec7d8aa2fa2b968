// A named tensor of a model's weights, as a tape reads it.
#pragma once

#include <memory>
#include <string>

#include "core/tensor/tensor.h"

namespace glassformer {

struct Parameter {
    std::string name;  // "blocks.0.attn.q.weight"
    Shape shape;
    const float* data = nullptr;                        // row-major; lives as long as `owner`
    std::shared_ptr<const void> owner;                  // mapped file, or a Tensor
    std::shared_ptr<const WeightPacking> packing = {};  // of a matrix that products read (core/model/preparation.h)
    ConstView view() const { return {shape, data}; }
};

}  // namespace glassformer
