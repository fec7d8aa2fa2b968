#include "core/train/surface/surface_slice.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"

namespace glassformer {

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
    // From the centre at 0 to the beginning at 1, with a margin; the middle is at a height of 1.
    const Extent along{.from = 0.5 - 0.8 * reach, .to = 0.5 + 0.8 * reach};
    return {plane_through(*request.centre.weights, *request.path.front().weights, *middle->weights, true),
            {along, along}};
}

}  // namespace glassformer
