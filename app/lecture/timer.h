// The time of a lecture: how long it has gone on, and how long each step was shown. Knows no clock: whoever asks says
// what time it is.
#pragma once

#include <map>

namespace glassformer {

class LectureTimer {
public:
    /// Goes on, or begins.
    void start(double now);
    void pause(double now);
    /// Everything is 0 again; it runs on if it ran.
    void reset(double now);
    /// From now on the time is that of this step; −1: of none.
    void show_step(int step, double now);

    bool running() const { return running_; }
    double elapsed(double now) const { return before_ + since(now); }
    /// The step at which the time began: a lecture may go on where the last one ended.
    int first_step() const { return first_step_; }
    /// How long a step was shown while the timer ran, over all of its showings.
    double used(int step, double now) const;

private:
    double since(double now) const { return running_ && now > from_ ? now - from_ : 0; }
    void settle(double now);

    bool running_ = false;
    double from_ = 0, before_ = 0;  // seconds: not yet added since then; all that is added
    int step_ = -1, first_step_ = -1;
    std::map<int, double> used_;
};

}  // namespace glassformer
