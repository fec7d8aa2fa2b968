#include "core/train/comparison/equal_pace.h"

#include <algorithm>

namespace glassformer {

bool has_ended(TrainingPhase phase) {
    return phase == TrainingPhase::finished || phase == TrainingPhase::diverged || phase == TrainingPhase::failed;
}

void EqualPace::enter(std::size_t run, TrainingSession& session) {
    const std::lock_guard lock(mutex_);
    runs_.at(run).session = &session;
}

void EqualPace::start() {
    {
        const std::lock_guard lock(mutex_);
        until_ = INT_MAX;
        for (Run& run : runs_) {
            if (run.session == nullptr) continue;
            const TrainingSession::Snapshot shown = run.session->shown();
            run.goes = !has_ended(shown.phase);
            if (!run.goes) continue;
            run.steps_at_begin = std::max(run.steps_at_begin, shown.steps_done);
            run.session->start();
        }
    }
    changed_.notify_all();
}

/// The foremost run may be about to begin the step after its last one. It will begin one more, and asks for the pause
/// then, as the others do when they come there: the pause comes after that step.
void EqualPace::pause() {
    const std::lock_guard lock(mutex_);
    if (until_ != INT_MAX) return;
    for (const Run& run : runs_)
        if (run.goes) until_ = until_ == INT_MAX ? run.steps_at_begin + 2 : std::max(until_, run.steps_at_begin + 2);
}

void EqualPace::let_go() {
    {
        const std::lock_guard lock(mutex_);
        let_go_ = true;
    }
    changed_.notify_all();
}

bool EqualPace::may_begin(int steps_done) const {
    return let_go_ || std::ranges::none_of(runs_, [&](const Run& other) {
               return other.goes && steps_done > other.steps_at_begin + most_ahead;
           });
}

void EqualPace::before_step(std::size_t run, int steps_done) {
    std::unique_lock lock(mutex_);
    Run& own = runs_.at(run);
    own.steps_at_begin = steps_done;
    changed_.notify_all();
    changed_.wait(lock, [&] { return may_begin(steps_done); });
    if (!let_go_ && steps_done + 1 == until_) own.session->pause();
}

void EqualPace::look(std::size_t run) {
    {
        const std::lock_guard lock(mutex_);
        Run& own = runs_.at(run);
        if (own.session == nullptr || !own.goes || !has_ended(own.session->shown().phase)) return;
        own.goes = false;
    }
    changed_.notify_all();
}

}  // namespace glassformer
