// The moment in which a stage that was stepped to computes itself: a phase from 0 to 1, which its picture reads.
#pragma once

namespace glassformer {

class StepMotion {
public:
    /// From the start; one that is under way is over. None where `seconds` is not above 0.
    void start(double seconds) {
        seconds_ = seconds;
        passed_ = 0;
    }
    void stop() { seconds_ = 0; }
    bool moving() const { return passed_ < seconds_; }
    /// 1 at rest.
    float phase() const { return moving() ? static_cast<float>(passed_ / seconds_) : 1.0F; }
    void advance(double elapsed) { passed_ += elapsed; }

private:
    double seconds_ = 0, passed_ = 0;
};

/// Seconds of a step that is asked for; while playing, of one every `interval` seconds: 0 where there is no time for
/// it.
inline constexpr double step_motion_seconds = 0.8;
double playing_motion_seconds(double interval);

}  // namespace glassformer
