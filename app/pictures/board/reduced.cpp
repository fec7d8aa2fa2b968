#include "app/pictures/board/reduced.h"

#include <algorithm>

namespace glassformer {

float reduction(const Rect& area, float em) {
    const float fits = std::min(area.w / (picture_width * em), area.h / (picture_height * em));
    return std::clamp(fits, smallest_reduction, 1.0F);
}

}  // namespace glassformer
