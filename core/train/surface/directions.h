// Directions in the space of a model's weights: random ones, as long as the weights filter by filter, and those that
// lead from given weights to others.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/model/weights.h"

namespace glassformer {

struct Direction {
    std::vector<float> values;  // one number a weight, parameter after parameter in the order of Weights::parameters
};
using Directions = std::array<Direction, 2>;

/// What a random direction does with biases, norms and other vectors. zero: they stay as they are, which is the default
/// of the paper's code. one_filter: each is scaled as a whole, as if it were one filter.
enum class VectorParameters : std::uint8_t { zero, one_filter };

/// Two independent draws of N(0, 1), each filter of them scaled to the Euclidean norm of the same filter of the weights
/// (filters.h): d ← d / ‖d‖ · ‖w‖ (Li et al. 2018, section 4). In many dimensions they are nearly orthogonal, as they
/// come. The seed gives the same directions everywhere; they are drawn one after the other, in the order of the
/// parameters.
Directions random_directions(const Weights& weights, std::uint64_t seed,
                             VectorParameters vectors = VectorParameters::zero);

/// to - from: 0 along it is `from`, 1 is `to` (Goodfellow, Vinyals, Saxe 2015). Throws Error where the parameters
/// differ in name or shape.
Direction direction_between(const Weights& from, const Weights& to);

/// b - a and c - a, so that a, b and c are at (0, 0), (1, 0) and (0, 1). `orthogonal` takes from the second what lies
/// along the first (Garipov et al. 2018, without their scaling to length 1): c is then off the second axis, at a height
/// of 1. Throws Error as direction_between().
Directions plane_through(const Weights& a, const Weights& b, const Weights& c, bool orthogonal = false);

/// Takes from `direction` what lies along `to` (Gram and Schmidt); where `to` is zero there is nothing to take.
void make_orthogonal(Direction& direction, const Direction& to);

/// Σ a b over all weights, in double precision. Both have the same size.
double dot(const Direction& a, const Direction& b);

/// Why no line leads from one to the other, as the end of a sentence: the first parameter that only one has, or whose
/// shape differs. Empty where they fit.
std::string mismatch(const Weights& a, const Weights& b);

}  // namespace glassformer
