// The part of a tensor that changed since it was last computed, which is all that an evaluation recomputes. In a causal
// model a changed token changes its own row and the later ones.
#pragma once

#include <climits>
#include <span>

#include "core/tensor/tensor.h"

namespace glassformer {

/// Only cells of row `row` or later, or (scores) of column `column` or later may differ. Rows run along the axis of
/// tokens: position or query.
struct ChangedRows {
    static constexpr int none = INT_MAX;
    int row = none;
    int column = none;

    static ChangedRows all() { return {.row = 0, .column = none}; }
    bool any() const { return row != none || column != none; }
    void join(const ChangedRows& other);
};

/// The dimension of the tokens that a shape's rows are, or -1: without one, or with a batch in front.
int row_dimension(const Shape& shape);

/// What changes where row i of the result reads row i of every operand that has rows, and the whole of the others.
/// Keeps changed columns where `keeps_columns` (entry by entry), else they change every row.
ChangedRows row_by_row(std::span<const ChangedRows> changed, std::span<const ConstView> in, bool keeps_columns);

}  // namespace glassformer
