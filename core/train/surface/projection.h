// Where weights lie in a plane of weight space: the path of a training run over a loss surface (Li et al. 2018,
// section 7).
#pragma once

#include <span>
#include <vector>

#include "core/train/surface/directions.h"

namespace glassformer {

struct PlanePoint {
    double first = 0, second = 0;  // coordinates, in lengths of the directions
    /// ‖projected difference‖ / ‖difference‖ from the centre, 0 to 1: how much of the distance the plane shows. 1 at
    /// the centre itself.
    double share = 1;
};

/// The point of the plane nearest to each weights of the path: least squares of (weights - centre) on both directions,
/// which need not be orthogonal. Throws Error where the directions are zero or parallel, and where anything is of
/// another model than the centre.
std::vector<PlanePoint> project(std::span<const Weights> path, const Weights& centre, const Directions& directions);

}  // namespace glassformer
