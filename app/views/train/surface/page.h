// The loss over a plane through the weights, with the path that the training took.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/views/shared/context.h"
#include "app/views/shared/state.h"
#include "app/views/train/run/page.h"
#include "app/views/train/surface/drawing.h"
#include "core/train/surface/without_residual.h"

namespace glassformer {

class SurfacePage final : public TrainPage {
public:
    explicit SurfacePage(const std::function<void()>& wake) : work_(wake), without_(wake), training_(wake) {}
    void draw(TrainScene& scene, Rect area) override;
    bool has_settings() const override { return false; }  // its pictures need their room
    bool takes_long() const override { return true; }
    bool prepare(const TrainRun& run, const AskedStep& asked) override;
    bool settling() const override {
        return asked_ || asked_comparison_ || asks_without_ || !work_.idle() || !training_.idle() || !without_.idle();
    }
    /// Nothing goes on in the background.
    void leave() override;
    void describe(State& state) const override;
    /// What the controls and the relief are set to.
    ViewValues save() const override;
    void load(const ViewValues& values) override;

private:
    void follow(const TrainRun& run, const AskedStep& asked);
    void follow_asked(const TrainRun& run, const AskedStep& asked);
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
    std::optional<SurfaceRequest> request_, request_without_;
    SurfaceWork::Snapshot snapshot_, snapshot_without_;  // as of this frame
};

}  // namespace glassformer
