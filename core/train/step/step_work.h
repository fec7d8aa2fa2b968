// Makes the step that a window takes apart, beside that window: asks the training for its state, makes the step that follows, and runs
// the backward passes that tell where one weight's gradient comes from. One piece of work at a time, on a thread of its
// own; what nobody asks for any more is stopped.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/background.h"
#include "core/train/live/training_session.h"
#include "core/train/step/step_result.h"
#include "core/train/step/step_variants.h"

namespace glassformer {

/// Parts of the gradient of one weight: of every text, and of every label of one text.
struct StepParts {
    std::shared_ptr<const StepResult> of;
    WeightAt weight;
    int text = -1;  // that the positions are of; −1: of none yet
    std::vector<double> texts, positions;
    std::string error;  // why there are none; "" where there are
};

class StepWork {
public:
    struct Options {
        std::function<void()> wake = {};                  // called on its thread when something new can be shown
        std::function<std::uint64_t()> free_memory = {};  // bytes; empty: what the system says
    };
    explicit StepWork(Options options);

    // --- one thread, and never waiting
    /// Takes over what is new in the session's snapshot, and asks for what is missing. Call once a frame.
    void follow(const TrainingSession::Snapshot& shown, TrainingSession& session);
    /// Nobody looks: what is under way is stopped, and begun again by the next follow().
    void leave();
    /// Something is under way that ends by itself.
    bool busy() const { return awaits_state_ || awaits_parts_ || !work_.idle(); }
    /// The step that is being made, counted from 1; nothing where none is.
    std::optional<int> making() const;
    /// Why the training's state never came, which the next step is made of; "" where nothing is wrong.
    const std::string& refused() const { return refused_; }

    /// Of the step `of`, which may be an older one. Null until they are there: asked for by every call, once a frame.
    std::shared_ptr<const StepParts> parts(const std::shared_ptr<const StepResult>& of, WeightAt weight, int text);

    /// Where no step can follow: trains again, up to the last one that was done.
    void replay(const TrainingSession::Snapshot& shown);
    std::optional<int> replayed() const;  // steps done of it; nothing while none is under way

    /// Computes the step in other ways, unless something else is under way.
    void compare(const std::shared_ptr<const StepResult>& of);
    bool comparing() const { return compares_ && !work_.idle(); }

    // --- any thread
    /// The newest step that was made, of this training; null: none yet.
    std::shared_ptr<const StepResult> result() const;
    /// Null until they are asked for, and there.
    std::shared_ptr<const StepVariants> variants(const std::shared_ptr<const StepResult>& of) const;

private:
    using Before = std::function<std::shared_ptr<const TrainingState>(const std::atomic<bool>& stopped)>;
    void forget();
    void follow_end(const TrainingSession::Snapshot& shown);
    void make(Before before);
    void make_parts(std::shared_ptr<const StepResult> of, WeightAt weight, int text);
    void publish(StepParts parts, const std::atomic<bool>& stopped);
    std::uint64_t free_bytes() const { return options_.free_memory ? options_.free_memory() : free_memory(); }

    Options options_;
    std::shared_ptr<const TrainingPlan> plan_;          // of the training that is followed
    std::optional<std::pair<int, std::size_t>> asked_;  // steps done and changes made when its state was asked for
    std::string refused_;
    std::shared_ptr<const TrainingState> source_state_;  // that a step is being made of, or was last
    bool awaits_state_ = false, awaits_parts_ = false, compares_ = false;
    int makes_ = 0;                     // the step that is being made, or was last
    bool replays_by_itself_ = true;     // once a training, when all its steps are done
    std::optional<WeightAt> parts_of_;  // whose parts are being computed, or were last
    std::atomic<int> wanted_text_{-1};  // of the parts
    std::atomic<int> replayed_{-1};     // steps; −1: none are to be

    mutable std::mutex mutex_;
    std::shared_ptr<const StepResult> result_;
    std::shared_ptr<const StepParts> parts_;
    std::shared_ptr<const StepVariants> variants_;  // of result_
    std::shared_ptr<const TrainingState> state_;  // before the step made
    Background work_;                             // last: it ends before what it writes
};

}  // namespace glassformer
