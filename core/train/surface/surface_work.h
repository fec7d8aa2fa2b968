// Computes a surface and the path on it beside the window: of a fine grid a coarse one first. What is finished is never
// computed again.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/background.h"
#include "core/train/surface/projection.h"
#include "core/train/surface/surface_slice.h"

namespace glassformer {

inline constexpr int surface_texts = 64;  // held-out texts, as many as a live training measures

/// A step of the training in the plane of a surface: where it lies, the loss that the plane has there, and the loss of
/// the step itself, which is off the plane; both in nats. NaN: not measured, since no path is drawn.
struct SurfacePathPoint {
    int step = 0;
    PlanePoint at;
    double on_plane = std::numeric_limits<double>::quiet_NaN(), here = on_plane;
};

/// Finished, and changed by nobody any more.
struct SurfaceResult {
    SurfaceRequest request;  // the weights of its path are let go
    LossSurface surface;
    std::vector<SurfacePathPoint> path;  // ascending; the step looked at lies at (0, 0)
    std::string path_error;              // why there is none
    /// So much of the way to the initial weights lies in the plane that the path on it says something.
    bool shows_path() const { return shows(path); }
    static bool shows(const std::vector<SurfacePathPoint>& path) {
        return !path.empty() && path.front().at.share >= least_share_shown;
    }
    static constexpr double least_share_shown = 0.1;
    bool has_path() const { return !path.empty() || !path_error.empty(); }  // it comes after the first grid
    bool coarse() const { return static_cast<int>(surface.axes[0].size()) < request.settings.points; }
};

class SurfaceWork {
public:
    explicit SurfaceWork(std::function<void()> wake) : wake_(std::move(wake)) {}

    bool idle() const { return work_.idle(); }
    /// Once a frame: shows what is known of the request. Where nothing is and `may_start`, the coarse grid is computed
    /// if it takes less than a second. Work that nobody asked for ends where the request is another one.
    void follow(const SurfaceRequest& request, bool may_start);
    /// idle() only: all that is not known of the request.
    void start(const SurfaceRequest& request);
    void stop() { work_.stop(); }

    struct Snapshot {
        std::shared_ptr<const SurfaceResult> result;  // the newest; null at first
        int done = 0, total = 0;                      // points of the computation under way
        double seconds_per_point = 0;                 // of the last request; 0: not known
        std::string error;                            // why there is no surface; "" where nothing is wrong
    };
    Snapshot shown() const;
    /// The fine grid is known.
    bool knows(const SurfaceRequest& request) const;

private:
    void start(const SurfaceRequest& request, bool only_if_quick);
    void compute(const SurfaceRequest& request, bool only_if_quick, const std::atomic<bool>& stopped);
    void keep(std::shared_ptr<const SurfaceResult> result);
    std::shared_ptr<const SurfaceResult> find(const SurfaceRequest& request) const;  // under the mutex

    std::function<void()> wake_;
    std::optional<SurfaceRequest> working_;  // on, now or the last time
    bool unasked_ = false;                   // by the user
    mutable std::mutex mutex_;
    Snapshot snapshot_;
    std::vector<std::shared_ptr<const SurfaceResult>> kept_;  // the newest last
    Background work_;                                         // last: it ends before what it writes
};

}  // namespace glassformer
