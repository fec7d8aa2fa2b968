// How trainings side by side keep to the same steps, whoever looks on and however often: a rule between the trainings
// themselves.
#pragma once

#include <climits>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

#include "core/train/live/training_session.h"

namespace glassformer {

/// No run begins a step while another that can still go on is more than `most_ahead` steps behind it, and a pause ends
/// all of them after one and the same step.
class EqualPace {
public:
    static constexpr int most_ahead = 4;

    explicit EqualPace(std::size_t runs) : runs_(runs) {}
    EqualPace(const EqualPace&) = delete;
    EqualPace& operator=(const EqualPace&) = delete;

    /// The session of a run, which calls before_step() and look() with that number. Before start().
    void enter(std::size_t run, TrainingSession& session);

    // --- commands (one thread)
    /// All that can go on, to the end of their plans.
    void start();
    /// At most two steps after the one that the foremost run is at.
    void pause();
    /// Nobody waits for another any more: the sessions are about to end.
    void let_go();

    // --- on the workers of the sessions
    /// Waits until the run may begin the step after so many.
    void before_step(std::size_t run, int steps_done);
    /// Something of the run is new: one that has ended is not waited for.
    void look(std::size_t run);

private:
    struct Run {
        TrainingSession* session = nullptr;
        int steps_at_begin = 0;  // steps done when its last step began
        bool goes = false;  // it was started and has not ended
    };
    bool may_begin(int steps_done) const;

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Run> runs_;
    int until_ = INT_MAX;  // steps after which all pause
    bool let_go_ = false;
};

/// It makes no more steps.
bool has_ended(TrainingPhase phase);

}  // namespace glassformer
