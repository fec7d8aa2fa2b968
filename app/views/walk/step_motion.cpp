#include "app/views/walk/step_motion.h"

#include <algorithm>

namespace glassformer {

double playing_motion_seconds(double interval) {
    constexpr double flight = 0.4, share = 0.7, least = 0.2, most = 1.2;
    const double seconds = std::min(share * (interval - flight), most);
    return seconds < least ? 0 : seconds;
}

}  // namespace glassformer
