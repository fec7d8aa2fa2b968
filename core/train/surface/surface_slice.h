// Which slice of weight space is shown: the plane through the weights of a step, how far, and how many points.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/train/live/training_session.h"
#include "core/train/surface/directions.h"
#include "core/train/surface/loss_surface.h"

namespace glassformer {

/// random: two directions from a seed (Li et al. 2018). run: from the step looked at to the initial weights, and
/// toward a step between them.
enum class SurfaceDirections : std::uint8_t { random, run };

struct SurfaceSettings {
    SurfaceDirections directions = SurfaceDirections::random;  // the page takes the run's where it has one
    int seed = 1;                                              // of random directions
    float extent = 1;  // lengths of the weights to both sides; of the run's plane: 1 holds the path with a margin
    int points = 25;   // per side, odd: the center is one of them
    bool operator==(const SurfaceSettings&) const = default;
};
inline constexpr int fewest_surface_points = 11, most_surface_points = 51, coarse_surface_points = 9,
                     most_surface_seed = 99;
inline constexpr float least_surface_extent = 0.1F, most_surface_extent = 3;

/// A plane in the weights of one training, as a value: what is computed once for each.
struct SurfaceRequest {
    std::shared_ptr<const TrainingPlan> plan;
    WeightHistory::Kept centre;             // the step looked at
    std::vector<WeightHistory::Kept> path;  // kept steps, the centre among them; ascending
    SurfaceSettings settings;
    bool same_plane(const SurfaceRequest& other) const;
    bool operator==(const SurfaceRequest& other) const {
        return same_plane(other) && settings.points == other.settings.points;
    }
};

/// At most so many steps of all that are kept, evenly chosen from first to last, and the one looked at.
std::vector<WeightHistory::Kept> thinned_path(const WeightHistory& history, int looked_at, std::size_t most);

/// The step between the first and the centre whose weights the run's plane goes through; none where no step between
/// them is kept.
std::optional<WeightHistory::Kept> middle_step(const SurfaceRequest& request);

struct SurfaceSlice {
    Directions directions;
    std::array<Extent, 2> extents;
};
/// Why there is no plane of the run, and what to do.
inline constexpr const char* no_plane_of_run =
    "The plane of the run goes through the initial weights, a kept step between and the step looked at. Look at a "
    "later step, or use a random plane.";
/// Throws Error, which says no_plane_of_run, where the run's plane is asked for and has no middle.
SurfaceSlice slice_of(const SurfaceRequest& request);

}  // namespace glassformer
