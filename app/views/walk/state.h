// What the parts of the walk share beside the cursor: the focus, and how steps are taken.
#pragma once

#include "app/views/focus.h"

namespace glassformer {

struct WalkState {
    Focus focus;
    StepBy by = StepBy::stage;
    bool playing = false;
    int speed = 1;          // row of play_speeds
    double old_since = -1;  // seconds; −1 while what is shown is current
};

struct PlaySpeed {
    const char* text;
    float factor;
};
inline constexpr PlaySpeed play_speeds[] = {{"½×", 0.5F}, {"1×", 1}, {"2×", 2}, {"4×", 4}, {"8×", 8}};

}  // namespace glassformer
