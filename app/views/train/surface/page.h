// The loss over a plane through the weights, with the path that the training took.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/views/shared/context.h"
#include "app/views/shared/state.h"
#include "app/views/shared/view.h"
#include "app/views/train/run/run.h"
#include "app/views/train/surface/drawing.h"
#include "core/train/surface/without_residual.h"

namespace glassformer {

class SurfacePage {
public:
    explicit SurfacePage(const std::function<void()>& wake) : work_(wake), without_(wake), training_(wake) {}
    /// The step whose surface a lesson's scene may ask for, and whether the run is there.
    struct Asked {
        int step = 0;  // 0: none
        bool reached = true;
    };
    void draw(ViewContext& context, const Rect& area, TrainRun& run, const Asked& asked);
    /// Goes on with what the scene asks for without being drawn; true once all of it is there, or cannot be.
    bool prepare(const TrainRun& run, const Asked& asked);
    /// Nothing goes on in the background.
    void leave();
    /// Adds what a script would ask about.
    void describe(State& state) const;
    /// Adds what the controls and the relief are set to, for a session file.
    void save(ViewValues& values) const;
    void load(const ViewValues& values);

private:
    void follow(const TrainRun& run, const Asked& asked);
    void follow_asked(const TrainRun& run, const Asked& asked);
    void train_ahead(const TrainRun& run, int step);
    void follow_comparison(const TrainRun& run);
    void touch(const SurfaceTouch& touch, const TrainRun& run);
    void sentences(ViewContext& context, Rect& area, const TrainRun& run) const;
    std::string instead(const TrainRun& run, bool presented) const;
    void compare(const TrainRun& run);
    void train_without(const TrainRun& run);
    bool busy() const { return !work_.idle() || !without_.idle() || !training_.idle(); }
    float progress() const;

    SurfaceSettings settings_;
    SurfacePictures pictures_ = SurfacePictures::both;
    SurfaceDrawing drawing_;
    SurfaceWork work_, without_;  // of the training; of the one without residual connections
    TrainingWithoutResidual training_;
    std::vector<TrainingChange> trained_changes_ = {};  // that its training had
    bool plane_chosen_ = false;                         // by the user; else the plane of the run, where the run has one
    bool compares_ = false;
    bool asks_without_ = false;  // its surface is to be computed once it can be
    // A lesson's scene shows the whole surface, and beside it the one without residual connections; and what of that
    // is to be begun once its step is there.
    bool of_scene_ = false, compares_scene_ = false;
    bool asked_ = false, asked_comparison_ = false;
    std::optional<SurfaceRequest> wanted_, wanted_without_;
    SurfaceWork::Shown shown_, shown_without_;  // as of this frame
};

}  // namespace glassformer
