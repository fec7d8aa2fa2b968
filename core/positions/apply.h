// One operation of the engine on plain tensors, into memory that is kept: the laboratory's own way to compute what the
// models compute. Part of its bodies; nobody else includes it.
#pragma once

#include <array>
#include <initializer_list>

#include "core/math/product.h"
#include "core/ops/operation.h"

namespace glassformer::positions {

/// The tensor has this shape from now on; its memory stays where it is large enough.
inline void reshape(Tensor& tensor, const Shape& shape) {
    tensor.shape = shape;
    tensor.data.resize(shape.count());
}

inline void run(const Operation& operation, std::span<const ConstView> operands, Tensor& out) {
    std::array<Shape, 8> shapes;
    std::size_t count = 0;
    for (const ConstView& operand : operands) shapes.at(count++) = operand.shape;
    reshape(out, operation.infer(std::span<const Shape>(shapes.data(), count)));
    operation.forward({.in = operands, .out = out.view()});
}
inline void run(const Operation& operation, std::initializer_list<ConstView> operands, Tensor& out) {
    run(operation, std::span<const ConstView>(operands.begin(), operands.size()), out);
}

/// C [rows of a, n] = A B, or A Bᵀ.
inline void multiply(const Tensor& a, const Tensor& b, Transpose transpose, const Shape& shape, Tensor& out) {
    reshape(out, shape);
    product(static_cast<int>(a.shape.rows()), shape.cols(), a.shape.cols(), {a.data.data(), a.shape.cols()},
            {b.data.data(), b.shape.cols(), transpose}, out.data.data(), shape.cols());
}

}  // namespace glassformer::positions
