#include "core/train/surface/projection.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/error.h"

namespace glassformer {

namespace {

constexpr double parallel = 1e-12;  // least squared sine of the angle between two directions

}  // namespace

std::vector<PlanePoint> project(std::span<const Weights> path, const Weights& centre, const Directions& directions) {
    const auto& [along, across] = directions;
    for (const Direction& direction : directions)
        if (direction.values.size() != centre.count())
            throw Error("a direction has " + std::to_string(direction.values.size()) + " numbers, but the model has " +
                        std::to_string(centre.count()) + " weights");
    const double aa = dot(along, along), ab = dot(along, across), bb = dot(across, across);
    const double determinant = aa * bb - ab * ab;
    if (!(determinant > parallel * aa * bb)) throw Error("two directions that are zero or parallel span no plane");
    std::vector<PlanePoint> result;
    for (const Weights& weights : path) {
        const Direction difference = direction_between(centre, weights);
        const double a = dot(difference, along), b = dot(difference, across), whole = dot(difference, difference);
        PlanePoint& at = result.emplace_back();
        at.first = (bb * a - ab * b) / determinant;
        at.second = (aa * b - ab * a) / determinant;
        const double shown = at.first * a + at.second * b;  // ‖projected difference‖²
        if (whole > 0) at.share = std::sqrt(std::clamp(shown / whole, 0.0, 1.0));
    }
    return result;
}

}  // namespace glassformer
