// Matrix products on the device: one shader for every operation that is one, whatever its layout.
#pragma once

#include "core/gl/plan.h"

namespace glassformer::gl {

/// Where entry (row, column) of the matrix of a sequence, a head and a repeat lies:
/// sequence · this.sequence + head / group · this.head + repeat · this.repeat + row · this.row + column · this.column.
/// One of row and column is 1.
struct Layout {
    Slice slice;
    int row = 0, column = 1;
    int head = 0, group = 1, sequence = 0, repeat = 0;
};

/// C [m, n] (+)= Σ over repeats of A [m, k] B [k, n] (+ bias [n]), for each sequence and head. C's columns lie side by
/// side, and its repeat is not used. `bias_head`: entries from one head's bias to the next.
struct Product {
    int m = 0, n = 0, k = 0;
    int sequences = 1, heads = 1, repeats = 1;
    Layout a, b, c;
    Slice bias = {};
    int bias_head = 0;
    bool accumulate = false;
};

/// Appends the product; in several calls where a tensor is larger than a shader may see. Throws Error where even one
/// row of one matrix is.
void product(Plan& plan, const Product& product);

}  // namespace glassformer::gl
