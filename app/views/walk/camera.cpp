#include "app/views/walk/camera.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

namespace {
constexpr double flight_seconds = 0.4;
constexpr float farthest_dip = 6;  // how much smaller things get on the longest flight
}  // namespace

Camera fitted(const Rect& canvas, const Rect& rect, float margin) {
    const float wide = canvas.w * (1 - 2 * margin) / std::max(rect.w, 1e-3F);
    const float high = canvas.h * (1 - 2 * margin) / std::max(rect.h, 1e-3F);
    return {rect.centre(), std::max(1e-3F, std::min(wide, high))};
}

Camera between(const Rect& canvas, const Camera& from, const Camera& to, float t) {
    if (t <= 0) return from;
    if (t >= 1) return to;
    const float eased = t * t * (3 - 2 * t);
    const float ratio = to.scale / from.scale;
    Camera at;
    at.scale = from.scale * std::pow(ratio, eased);
    // Along a zoom the point that both cameras see in the same place stays where it is.
    float share = eased;
    if (std::abs(ratio - 1) > 1e-3F) share = (1 / from.scale - 1 / at.scale) / (1 / from.scale - 1 / to.scale);
    at.centre = from.centre + (to.centre - from.centre) * share;
    const Vec2 way = to.centre - from.centre;
    const float screens =
        std::hypot(way.x, way.y) * std::min(from.scale, to.scale) / std::max(1.0F, std::min(canvas.w, canvas.h));
    const float dip = std::clamp(screens / 3 - 1, 0.0F, farthest_dip);
    at.scale /= 1 + dip * 4 * eased * (1 - eased);
    return at;
}

void CameraFlight::jump(const Camera& to) {
    now_ = from_ = to_ = to;
    left_ = 0;
}

void CameraFlight::fly(const Camera& to, bool motion) {
    if (to == to_ && (left_ > 0 || now_ == to_)) return;
    if (!motion) return jump(to);
    from_ = now_;
    to_ = to;
    left_ = flight_seconds;
}

void CameraFlight::advance(const Rect& canvas, double elapsed) {
    if (left_ <= 0) return;
    left_ = std::max(0.0, left_ - elapsed);
    now_ = left_ <= 0 ? to_ : between(canvas, from_, to_, static_cast<float>(1 - left_ / flight_seconds));
}

}  // namespace glassformer
