// What a filter is: the numbers of a parameter that are scaled together when a random direction is normalized filter by
// filter (Li, Xu, Taylor, Studer, Goldstein 2018, section 4). The paper has the weights that one output reads; here is
// said which these are in every kind of parameter.
#pragma once

#include <cstdint>

#include "core/tensor/tensor.h"

namespace glassformer {

enum class Filters : std::uint8_t {
    /// The last axis counts outputs: a filter is a column of a matrix [in, out], and of a convolution [offset, in, out]
    /// all that leads to one channel. Columns of Q, K and V lie in one head each, so no filter crosses heads; a column
    /// of the output projection reads all heads, as its output does. Of T5's and FIRE's tables […, head]: one head's.
    columns,
    /// A table in which a row is looked up: the row is one token's, position's, distance's or entry's vector, and the
    /// others are not read with it. With tied embeddings it is also what the token's logit reads. Of Transformer-XL's
    /// biases [head, d_head]: one head's.
    rows,
    /// Biases, norms and other vectors: a number each output, so that scaling one by itself would say nothing.
    none,
};

/// By the axes of the parameter's shape.
Filters filters_of(const Shape& shape);

/// Number of filters in a parameter of this shape; 0 where there are none.
std::size_t filter_count(const Shape& shape);

/// The filter, 0 … filter_count - 1, of the number at this offset in row-major memory. The shape has filters.
std::size_t filter_at(const Shape& shape, std::size_t offset);

}  // namespace glassformer
