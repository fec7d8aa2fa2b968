// Checks of the claims that a stage is a product: recomputed in double precision from its operands.
#pragma once

#include <string>

#include "tests/support/stage_case.h"

namespace glassformer::test {

/// Each returns how the record differs from what is recomputed; "" where it does not.
std::string product(const Case& at, bool transposed);
std::string dot_products(const Case& at, bool distances);
std::string dot_with_distance(const Case& at);
std::string additive_scores(const Case& at);
std::string weighted_sum(const Case& at);
std::string convolves(const Case& at);

/// Of a row of one block and a row of another, both as wide as the first.
double dot(const Block& a, int head, int row, const Block& b, int other_head, int other_row);

}  // namespace glassformer::test
