// How often a running training is drawn.
#pragma once

#include <algorithm>
#include <chrono>

namespace glassformer {

/// From one picture of a running training to the next: where frames take long, as on a processor that also draws the
/// pixels, there are fewer of them, so that the training keeps some nine tenths of the machine.
inline std::chrono::milliseconds between_pictures(double frame_seconds) {
    constexpr double frames_in_between = 12, shortest = 0.05, longest = 0.4;
    const double seconds = std::clamp(frames_in_between * frame_seconds, shortest, longest);
    return std::chrono::milliseconds(static_cast<int>(1000 * seconds));
}

}  // namespace glassformer
