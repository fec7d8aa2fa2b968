// Why sines can tell distances: the row of a position k further on is one matrix times the row, whatever the position
// (Vaswani et al. 2017, section 3.5).
#pragma once

#include "core/positions/settings.h"
#include "core/tensor/tensor.h"

namespace glassformer::positions {

/// M(k) with p_{i+k} = M(k) p_i for every i, rows as columns: a rotation by k · frequency in each pair of sine and
/// cosine, 0 elsewhere [d_model, d_model]. Throws Error unless the encoding is sinusoidal with an even number of
/// columns.
void shift_map(const Settings& settings, int k, Tensor& out);

/// Largest |M(k) p_i - p_{i+k}| over the rows of a table that has both; what rounding leaves. Throws Error where the
/// table is not longer than |k|.
double shift_map_error(const Tensor& table, const Tensor& map, int k);

}  // namespace glassformer::positions
