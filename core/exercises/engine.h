// Numbers of an exercise drawn from its seed, and the engine's operations applied to them.
#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include "core/base/random.h"
#include "core/ops/ops.h"

namespace glassformer::exercises {

using Numbers = std::vector<double>;

/// A whole number, both ends among them.
int drawn(Random& random, int low, int high);
Numbers drawn_numbers(Random& random, std::size_t count, int low, int high);
/// The same in steps: 0.5 draws −1, −0.5, 0 …
Numbers drawn_steps(Random& random, std::size_t count, double low, double high, double step);

Tensor tensor_from(const Shape& shape, std::span<const double> numbers);
Tensor head_rows(std::span<const double> numbers, int rows, int d);         // [head 1, pos, d_head]
Tensor token_rows(std::span<const double> numbers, int rows, int d);        // [pos, d_model]
Tensor map_weights(std::span<const double> numbers, int d_in, int d_out);   // [d_model, heads]
Tensor score_rows(std::span<const double> numbers, int queries, int keys);  // [head 1, query, key]

/// What the operation makes of the operands.
Tensor computed(const OperationPtr& operation, std::initializer_list<Tensor> operands);
Numbers numbers_of(const Tensor& tensor);
/// Rows of scores, or of logits, as probabilities.
Numbers softmax_of(std::span<const double> scores, int rows = 1);

Numbers row_of(std::span<const double> numbers, int row, int cols);
Numbers scaled_by(Numbers numbers, double factor);
bool all_equal(std::span<const double> numbers);
bool has_zero_row(std::span<const double> numbers, int cols);
bool has_equal_rows(std::span<const double> numbers, int cols);

}  // namespace glassformer::exercises
