// The training as the window's model: the step that is looked at is what all views show, on the text of the window.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "app/views/shared/context.h"
#include "app/views/train/run/run.h"
#include "core/train/live/trained_steps.h"

namespace glassformer {

class WindowStep {
public:
    explicit WindowStep(std::shared_ptr<TrainedSteps> steps) : steps_(std::move(steps)) {}

    /// Another run is looked at; it is opened too where the one before was open.
    void change_run(const Session& session);
    /// The run becomes the window's model in one of the next frames: somebody has begun to train it.
    void open() { opening_ = steps_ != nullptr; }
    /// Not any more: the view is left.
    void give_up() { opening_ = false; }
    /// Takes both to the same step, from whichever side it was chosen. Call once a frame, behind TrainRun::follow().
    void follow(ViewContext& context, TrainRun& run);
    /// The window's model is a step of this run.
    bool is_open(const Session& session) const;
    /// What the window shows of the run; null where it is not open, or not read yet.
    std::shared_ptr<const Evaluation> reading(const ViewContext& context) const;
    bool settling() const { return opening_; }

private:
    std::shared_ptr<TrainedSteps> steps_;
    std::string name_;  // of the run; "": not entered yet
    int opened_ = -1;   // step that was opened last
    bool opening_ = false;
    std::chrono::steady_clock::time_point set_{};  // when the last step was opened
};

}  // namespace glassformer
