// Makes the step under glass beside the window: asks the training for its state, makes the step that follows, and runs
// the backward passes that tell where one weight's gradient comes from.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/views/shared/background.h"
#include "app/views/train/run/run.h"
#include "app/views/train/step/losses.h"
#include "app/views/train/step/ways.h"

namespace glassformer {

/// A number of a model, as StepUnderGlass counts them.
struct WeightAt {
    std::size_t parameter = 0, index = 0;
    bool operator==(const WeightAt&) const = default;
};

/// A step that was made. Only the work beside the window calls by_text() and by_position() of its glass.
struct StepMade {
    std::shared_ptr<StepUnderGlass> glass;  // null where it could not be made
    StepLosses losses;
    WeightAt largest;   // the weight that it changes most
    std::string error;  // one sentence
};

/// Parts of the gradient of one weight: of every text, and of every label of one text.
struct StepParts {
    std::shared_ptr<const StepMade> of;
    WeightAt weight;
    int text = 0;
    std::vector<double> texts, positions;
    std::string error;  // why there are none; "" where there are
};

class StepWork {
public:
    explicit StepWork(std::function<void()> wake) : wake_(std::move(wake)) {}
    /// Takes over what is new, and asks for what is missing. Call once a frame.
    void follow(TrainRun& run);
    void leave() { work_.stop(); }
    /// Something is under way that ends by itself.
    bool busy() const { return awaits_ || !work_.idle(); }

    /// The newest step that was made, of this training; null: none yet.
    std::shared_ptr<const StepMade> made() const;
    /// Null until they are there: asked for by every call, once a frame.
    std::shared_ptr<const StepParts> parts(WeightAt weight, int text);

    /// Where no step can follow: trains again, up to the last one that was done.
    void replay(const TrainRun& run);
    std::optional<int> replayed() const;  // steps done of it; nothing while none is under way

    /// The same numbers computed in three ways; null until they are asked for, and there.
    void compare();
    bool comparing() const { return compares_ && !work_.idle(); }
    std::shared_ptr<const StepWays> ways() const;

private:
    using Before = std::function<std::shared_ptr<const TrainingState>(const std::atomic<bool>& stopped)>;
    void make(Before before);
    void make_parts(std::shared_ptr<const StepMade> of, WeightAt weight, int text);

    std::function<void()> wake_;
    std::shared_ptr<const TrainingPlan> plan_;          // of the training that is followed
    std::optional<std::pair<int, std::size_t>> asked_;  // steps done and changes made when its state was asked for
    std::shared_ptr<const TrainingState> begun_;        // that a step is being made of, or was last
    bool awaits_ = false, compares_ = false;
    std::atomic<int> replayed_{-1};  // steps; −1: none are to be

    mutable std::mutex mutex_;
    std::shared_ptr<const StepMade> made_;
    std::shared_ptr<const StepParts> parts_;
    std::shared_ptr<const StepWays> ways_;
    std::shared_ptr<const TrainingState> state_;  // before the step made
    Background work_;                             // last: it ends before what it writes
};

/// The step after the state, whole. Its error is one sentence.
StepMade make_step(TrainingState before);

/// The state after so many steps of the plan, each change made after its step: with the bits of the session's.
TrainingState replayed_state(const std::shared_ptr<const TrainingPlan>& plan, std::vector<TrainingChange> changes,
                             int steps, const std::atomic<bool>& stopped, std::atomic<int>& done);

}  // namespace glassformer
