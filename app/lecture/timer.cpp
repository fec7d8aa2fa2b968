#include "app/lecture/timer.h"

namespace glassformer {

/// Adds what has passed to the step that was shown meanwhile.
void LectureTimer::settle(double now) {
    const double passed = since(now);
    before_ += passed;
    used_[step_] += passed;
    from_ = now;
}

void LectureTimer::start(double now) {
    if (before_ <= 0 && !running_) first_step_ = step_;
    settle(now);
    running_ = true;
}

void LectureTimer::pause(double now) {
    settle(now);
    running_ = false;
}

void LectureTimer::reset(double now) {
    before_ = 0;
    used_.clear();
    from_ = now;
    first_step_ = step_;
}

void LectureTimer::show_step(int step, double now) {
    if (step == step_) return;
    settle(now);
    step_ = step;
}

double LectureTimer::used(int step, double now) const {
    const auto known = used_.find(step);
    return (known == used_.end() ? 0 : known->second) + (step == step_ ? since(now) : 0);
}

}  // namespace glassformer
