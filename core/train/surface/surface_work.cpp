#include "core/train/surface/surface_work.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/base/thread_pool.h"
#include "core/train/surface/loss_of_weights.h"
#include "core/train/surface/surface_samples.h"

namespace glassformer {

namespace {

constexpr std::size_t most_kept = 8;     // surfaces
constexpr double quick_seconds = 1;      // that a coarse grid may take without being asked for
constexpr int least_refinement = 3;      // times its points: a grid with fewer comes without the coarse one before it
constexpr std::uint64_t texts_seed = 1;  // the live training's: the center has the loss that the training's curve has

/// Half the cores, which give way to the frames.
int surface_threads() { return std::clamp(static_cast<int>(std::thread::hardware_concurrency()) / 2, 1, 8); }

/// Weights that only the path needed may go; the steps still say what was asked for.
SurfaceRequest without_path(SurfaceRequest request) {
    for (WeightHistory::Kept& step : request.path) step.weights = nullptr;
    return request;
}

/// Where its steps lie in the plane; their losses are not measured yet.
std::vector<SurfacePathPoint> projected(const SurfaceRequest& request, const SurfaceSlice& slice) {
    std::vector<SurfacePathPoint> path;
    for (const WeightHistory::Kept& step : request.path)
        path.push_back(
            {.step = step.step,
             .at = project(std::span(step.weights.get(), 1), *request.centre.weights, slice.directions).front()});
    return path;
}

double surface_seconds(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

void SurfaceWork::start(const SurfaceRequest& request, bool only_if_quick) {
    working_ = request;
    unasked_ = only_if_quick;
    {
        const std::lock_guard lock(mutex_);
        snapshot_.done = 0;
        snapshot_.total = 0;
        snapshot_.error.clear();
        snapshot_.seconds_per_point = 0;
    }
    work_.start(
        [this, request, only_if_quick](const std::atomic<bool>& stopped) {
            try {
                compute(request, only_if_quick, stopped);
            } catch (const std::exception& error) {
                const std::lock_guard lock(mutex_);
                snapshot_.error = sentence_of(error);
            }
            const std::lock_guard lock(mutex_);
            snapshot_.done = snapshot_.total = 0;
        },
        wake_);
}

void SurfaceWork::compute(const SurfaceRequest& request, bool only_if_quick, const std::atomic<bool>& stopped) {
    std::shared_ptr<const SurfaceResult> known;
    {
        const std::lock_guard lock(mutex_);
        known = find(request);
        if (known && !known->has_path()) known = nullptr;  // it was stopped
    }
    const int fine = request.settings.points, coarse = std::min(fine, coarse_surface_points);
    const bool at_once = !only_if_quick && fine * fine <= least_refinement * coarse * coarse;
    const int first = at_once ? fine : coarse;
    int path_points = static_cast<int>(2 * request.path.size());
    int before = 0;
    const auto report = [&](int done) {
        const std::lock_guard lock(mutex_);
        snapshot_.done = before + done;
        return !stopped;
    };
    const auto set_total = [&](int total) {
        const std::lock_guard lock(mutex_);
        snapshot_.total = total;
    };
    const ModelConfig& config = request.plan->config;
    const Weights& centre = *request.centre.weights;
    const SurfaceSlice slice = slice_of(request);
    const std::vector<Sample> samples = surface_samples(request.plan->task, texts_seed, surface_texts);
    ThreadPool pool(surface_threads(), true);
    const auto surface_of = [&](int points) {
        return loss_surface(config, centre, slice.directions, {.extents = slice.extents, .points = points}, samples,
                            &pool, [&](int done, int) { return report(done); });
    };
    if (!known) {
        LossOfWeights losses(config, centre, samples);
        losses.of(centre);  // the first one finds its memory
        const auto begin = std::chrono::steady_clock::now();
        losses.of(centre);
        const double seconds = surface_seconds(begin);
        {
            const std::lock_guard lock(mutex_);
            snapshot_.seconds_per_point = seconds / pool.threads();
        }
        if (only_if_quick && seconds / pool.threads() * (coarse * coarse + path_points) > quick_seconds) return;
        std::vector<SurfacePathPoint> path;
        std::string path_error;
        try {
            path = projected(request, slice);
        } catch (const Error& error) {
            path_error = error.what();
        }
        if (!SurfaceResult::shows(path)) path_points = 2;
        set_total(first * first + path_points + (only_if_quick || first == fine ? 0 : fine * fine));
        std::optional<LossSurface> surface = surface_of(first);
        if (!surface) return;
        SurfaceResult result{
            .request = without_path(request), .surface = std::move(*surface), .path = {}, .path_error = {}};
        keep(std::make_shared<const SurfaceResult>(result));
        before = first * first;
        int measured = 0;
        for (std::size_t i = 0; i < path.size(); ++i) {
            const WeightHistory::Kept& step = request.path[i];
            // A path that the plane shows too little of is not drawn: the step looked at is enough.
            if (!SurfaceResult::shows(path) && step.step != request.centre.step) continue;
            if (!report(2 * measured++)) return;
            path[i].here = losses.of(*step.weights);
            path[i].on_plane = losses.at(centre, slice.directions, path[i].at.first, path[i].at.second);
        }
        result.path = std::move(path);
        result.path_error = std::move(path_error);
        keep(known = std::make_shared<const SurfaceResult>(std::move(result)));
        before += path_points;
    } else {
        set_total(fine * fine);
    }
    const bool has_fine = known->request == request && !known->coarse();
    if (only_if_quick || coarse == fine || has_fine) return;
    std::optional<LossSurface> surface = surface_of(fine);
    if (!surface) return;
    keep(std::make_shared<const SurfaceResult>(SurfaceResult{.request = without_path(request),
                                                             .surface = std::move(*surface),
                                                             .path = known->path,
                                                             .path_error = known->path_error}));
}

/// In place of what it was before; the oldest others go.
void SurfaceWork::keep(std::shared_ptr<const SurfaceResult> result) {
    {
        const std::lock_guard lock(mutex_);
        std::erase_if(kept_, [&](const auto& other) { return other->request == result->request; });
        kept_.push_back(result);
        if (kept_.size() > most_kept) kept_.erase(kept_.begin());
        snapshot_.result = std::move(result);
    }
    wake_();
}

std::shared_ptr<const SurfaceResult> SurfaceWork::find(const SurfaceRequest& request) const {
    for (const auto& result : kept_)
        if (result->request == request) return result;
    for (const auto& result : kept_)
        if (result->request.same_plane(request)) return result;
    return nullptr;
}

void SurfaceWork::follow(const SurfaceRequest& request, bool may_start) {
    if (!idle()) {
        // What nobody asked for ends where something else is wanted; what is of another training too.
        if (working_ && (working_->plan != request.plan || (unasked_ && !working_->same_plane(request)))) stop();
        return;
    }
    bool known = false;
    {
        const std::lock_guard lock(mutex_);
        if (snapshot_.result && snapshot_.result->request.plan != request.plan) {
            kept_.clear();
            snapshot_ = {};
        }
        if (auto found = find(request)) {
            known = found->has_path();
            if (!(snapshot_.result && snapshot_.result->request == request)) {
                snapshot_.result = std::move(found);
                snapshot_.error.clear();
            }
        }
    }
    if (known || !may_start || (working_ && working_->same_plane(request))) return;
    start(request, true);
}

void SurfaceWork::start(const SurfaceRequest& request) { start(request, false); }

SurfaceWork::Snapshot SurfaceWork::shown() const {
    const std::lock_guard lock(mutex_);
    return snapshot_;
}

bool SurfaceWork::knows(const SurfaceRequest& request) const {
    const std::lock_guard lock(mutex_);
    return std::ranges::any_of(kept_, [&](const auto& result) {
        return result->request == request && result->has_path() && !result->coarse();
    });
}

}  // namespace glassformer
