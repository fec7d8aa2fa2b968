#include "app/paint/fade.h"

namespace glassformer {

void veil(Painter& painter, const Rect& rect, float strength, const Colour& ground) {
    if (rect.w > 0 && rect.h > 0 && strength < 1) painter.fill(rect, ground.faded(1 - strength));
}

std::vector<Rect> rest_of(const Rect& area, std::span<const Rect> kept) {
    std::vector<Rect> rest{area}, cut;
    for (const Rect& each : kept) {
        cut.clear();
        for (const Rect& part : rest) {
            const Rect hole = part.intersect(each);
            if (hole.w <= 0 || hole.h <= 0) {
                cut.push_back(part);
                continue;
            }
            const auto add = [&](float x, float y, float right, float bottom) {
                if (right > x && bottom > y) cut.push_back({x, y, right - x, bottom - y});
            };
            add(part.x, part.y, part.right(), hole.y);
            add(part.x, hole.bottom(), part.right(), part.bottom());
            add(part.x, hole.y, hole.x, hole.bottom());
            add(hole.right(), hole.y, part.right(), hole.bottom());
        }
        rest.swap(cut);
    }
    return rest;
}

}  // namespace glassformer
