#include "app/pictures/board/reduced.h"

#include <algorithm>

namespace glassformer {

float reduction(const Rect& area, float em) {
    const float fits = std::min(area.w / (picture_width * em), area.h / (picture_height * em));
    return std::clamp(fits, smallest_reduction, 1.0F);
}

void Reduced::text(Vec2 at, std::string_view utf8, const TextStyle& style) {
    TextStyle smaller = style;
    smaller.size *= factor_;
    full_.text(at, utf8, smaller);
}

}  // namespace glassformer
