#include "core/train/surface/surface_slice.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/train/surface/projection.h"

namespace glassformer {

namespace {

constexpr double margin_of_path = 0.3;  // to each side, of its size in the run's plane

}  // namespace

bool SurfaceRequest::same_plane(const SurfaceRequest& other) const {
    SurfaceSettings one = settings, two = other.settings;
    one.points = two.points = 0;
    if (one.directions == SurfaceDirections::run && two.directions == SurfaceDirections::run) one.seed = two.seed;
    const int last = path.empty() ? 0 : path.back().step, others_last = other.path.empty() ? 0 : other.path.back().step;
    return plan == other.plan && centre.weights == other.centre.weights && last == others_last && one == two;
}

std::vector<WeightHistory::Kept> thinned_path(const WeightHistory& history, int looked_at, std::size_t most) {
    const std::vector<int> steps = history.steps();
    std::vector<int> chosen{looked_at};
    const std::size_t count = std::min(most, steps.size());
    for (std::size_t i = 0; i < count; ++i)
        chosen.push_back(steps[count == 1 ? 0 : i * (steps.size() - 1) / (count - 1)]);
    std::ranges::sort(chosen);
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    std::vector<WeightHistory::Kept> path;
    for (const int step : chosen)
        if (auto weights = history.at(step)) path.push_back({step, std::move(weights)});  // else it was dropped since
    return path;
}

std::optional<WeightHistory::Kept> middle_step(const SurfaceRequest& request) {
    std::optional<WeightHistory::Kept> best;
    const int half = request.centre.step / 2;
    for (const WeightHistory::Kept& kept : request.path) {
        if (kept.step <= request.path.front().step || kept.step >= request.centre.step) continue;
        if (!best || std::abs(kept.step - half) < std::abs(best->step - half)) best = kept;
    }
    return best;
}

SurfaceSlice slice_of(const SurfaceRequest& request) {
    const double reach = static_cast<double>(request.settings.extent);
    if (request.settings.directions == SurfaceDirections::random) {
        const Extent around{.from = -reach, .to = reach};
        return {random_directions(*request.centre.weights, static_cast<std::uint64_t>(request.settings.seed)),
                {around, around}};
    }
    const auto middle = middle_step(request);
    if (!middle) throw Error(no_plane_of_run);
    SurfaceSlice slice{plane_through(*request.centre.weights, *request.path.front().weights, *middle->weights, true),
                       {}};
    // The center is at 0, the beginning at 1, the middle at a height of 1; the path may go further.
    std::array<Extent, 2> held{Extent{0, 1}, Extent{0, 1}};
    for (const WeightHistory::Kept& step : request.path) {
        const PlanePoint at =
            project(std::span(step.weights.get(), 1), *request.centre.weights, slice.directions).front();
        held[0] = {std::min(held[0].from, at.first), std::max(held[0].to, at.first)};
        held[1] = {std::min(held[1].from, at.second), std::max(held[1].to, at.second)};
    }
    for (std::size_t axis = 0; axis < held.size(); ++axis) {
        const double middle_of = 0.5 * (held.at(axis).from + held.at(axis).to);
        const double half = (0.5 + margin_of_path) * (held.at(axis).to - held.at(axis).from);
        slice.extents.at(axis) = {middle_of - half * reach, middle_of + half * reach};
    }
    return slice;
}

}  // namespace glassformer
