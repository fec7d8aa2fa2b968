// How much attention every head gives the right answer at the steps that are kept, measured beside the frames.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "core/base/latest.h"
#include "core/train/live/answer_focus.h"
#include "core/train/live/training_session.h"

namespace glassformer {

class HeadWatch {
public:
    explicit HeadWatch(std::function<void()> wake) : wake_(std::move(wake)) {}

    /// Has the next kept step measured that is not yet: the newest while the training runs, then those between. Call
    /// once a frame.
    void follow(const TrainingSession::Snapshot& shown);
    bool settling() const { return !done_; }

    /// By step, of the run that was followed last; empty for a task without such answers.
    const std::vector<FocusAtStep>& measured() const { return measured_; }
    double uniform() const { return uniform_; }

private:
    std::function<void()> wake_;
    std::shared_ptr<const TrainingPlan> plan_;
    std::shared_ptr<AnswerFocus> focus_;  // null: not made yet
    std::vector<FocusAtStep> measured_;
    double uniform_ = 0;
    bool done_ = true;
    std::chrono::steady_clock::time_point last_measurement_{};  // the last measurement

    struct Measured {
        std::shared_ptr<AnswerFocus> focus;
        FocusAtStep at_step;
    };
    Latest<int, Measured> work_;  // by the step, of this run
};

}  // namespace glassformer
