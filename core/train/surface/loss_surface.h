// The loss over a slice of weight space: a plane through given weights, along two directions (Li, Xu, Taylor, Studer,
// Goldstein 2018, Visualizing the Loss Landscape of Neural Nets). Forward passes alone; nothing is learned.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/model/config.h"
#include "core/train/sample.h"
#include "core/train/surface/directions.h"

namespace glassformer {

class ThreadPool;

/// How far an axis reaches, in lengths of its direction.
struct Extent {
    double from = -1, to = 1;
    bool operator==(const Extent&) const = default;
};

struct SliceRequest {
    std::array<Extent, 2> extents{};
    int points = 21;  // a side, both ends among them
};
inline constexpr int least_points = 3, most_points = 201;

struct LossSurface {
    std::array<Extent, 2> extents;
    std::array<std::vector<double>, 2> axes;  // the coordinates of the points, from extents.from to extents.to
    std::vector<double> losses;               // [axes[1], axes[0]] in nats; NaN and infinities as they came out
    double centre = 0;                        // the loss at (0, 0), measured by itself
    int not_finite = 0;                       // losses that are NaN or infinite
    double at(std::size_t first, std::size_t second) const { return losses[second * axes[0].size() + first]; }
};

/// L(a, b) = loss of (centre + a · directions[0] + b · directions[1]) at every point: the mean cross entropy over all
/// labelled positions of the samples, in nats, without label smoothing. Each thread of the pool records the model once
/// and has one copy of the weights, which every point is written into; the result does not depend on their number. A
/// null pool: on the calling thread. `progress` is called after each point by one thread at a time with the points done
/// and all points; where it returns false, nothing is returned.
/// Throws Error for fewer than 3 or more than 201 points a side, an extent that is empty or not finite, directions of
/// another model, no samples or none with a label, tokens and labels that the model does not have, and weights or a
/// loss at the centre that are not finite.
using SurfaceProgress = std::function<bool(int done, int total)>;
std::optional<LossSurface> loss_surface(const ModelConfig& config, const Weights& centre, const Directions& directions,
                                        const SliceRequest& request, std::span<const Sample> samples, ThreadPool* pool,
                                        const SurfaceProgress& progress = {});

}  // namespace glassformer
