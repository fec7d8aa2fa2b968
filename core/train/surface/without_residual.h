// The same training of the same model without residual connections, from its beginning to a step: for its surface
// beside the other's.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/base/background.h"
#include "core/train/live/training_session.h"

namespace glassformer {

/// A transformer with residual connections, which can be trained without them.
bool has_residual(const ModelConfig& config);

class TrainingWithoutResidual {
public:
    explicit TrainingWithoutResidual(std::function<void()> wake) : wake_(std::move(wake)) {}

    struct Trained {
        std::shared_ptr<const TrainingPlan> of, plan;  // the run's; the same without residual connections
        std::shared_ptr<const WeightHistory> history;
        int step = 0;       // steps done; fewer than asked for where it diverged
        std::string error;  // why it ended early; "" where it did not
    };
    /// idle() only. The changes of the run are made after the same steps.
    void start(std::shared_ptr<const TrainingPlan> plan, std::vector<TrainingChange> changes, int steps);
    void stop() { work_.stop(); }
    bool idle() const { return work_.idle(); }
    const std::shared_ptr<const TrainingPlan>& of() const { return plan_; }  // the run's plan, of the last start()
    std::pair<int, int> progress() const;                                  // steps done and planned
    std::shared_ptr<const Trained> trained() const;

private:
    std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::shared_ptr<const Trained> trained_;
    std::shared_ptr<const TrainingPlan> plan_;
    int done_ = 0, steps_ = 0;
    Background work_;  // last: it ends before what it writes
};

}  // namespace glassformer
