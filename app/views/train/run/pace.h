// How fast a training runs before its audience, and how often it is drawn.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>

namespace glassformer {

/// Steps a second that can be chosen, from the fastest on; 0: as fast as it can.
inline constexpr std::array training_paces{0, 100, 30, 10, 3};
/// Where somebody looks on and chose none: the steps of a short task take half a minute. A picture or a test waits for
/// nobody.
inline constexpr int watched_pace = 30;

/// From one picture of a running training to the next: where frames take long, as on a processor that also draws the
/// pixels, there are fewer of them, so that the training keeps some nine tenths of the machine.
inline std::chrono::milliseconds between_pictures(double frame_seconds) {
    constexpr double frames_in_between = 12, shortest = 0.05, longest = 0.4;
    const double seconds = std::clamp(frames_in_between * frame_seconds, shortest, longest);
    return std::chrono::milliseconds(static_cast<int>(1000 * seconds));
}

}  // namespace glassformer
