// Camera over the canvas: the part of the map in view, and flights from one part to another.
#pragma once

#include <vector>

#include "app/platform/geometry.h"

namespace glassformer {

/// A view of the map: `centre` lies in the middle of the canvas, a unit is `scale` pixels.
struct Camera {
    Vec2 centre;
    float scale = 100;
    Vec2 to_screen(const Rect& canvas, Vec2 at) const { return canvas.centre() + (at - centre) * scale; }
    Rect to_screen(const Rect& canvas, const Rect& rect) const {
        const Vec2 corner = to_screen(canvas, rect.min());
        return {corner.x, corner.y, rect.w * scale, rect.h * scale};
    }
    Vec2 to_map(const Rect& canvas, Vec2 at) const { return centre + (at - canvas.centre()) * (1 / scale); }
    bool operator==(const Camera&) const = default;
};

/// The whole of `rect` with a margin (a share of the canvas's sides).
Camera fitted(const Rect& canvas, const Rect& rect, float margin = 0.04F);

/// Between two cameras, t from 0 to 1: zooming keeps one point still; far ones are seen from further away on the way.
Camera between(const Rect& canvas, const Camera& from, const Camera& to, float t);

class CameraFlight {
public:
    const Camera& camera() const { return now_; }
    bool moving() const { return left_ > 0; }

    void jump(const Camera& to);
    /// Flies there; arrives at once where `motion` is false. A flight to the same target goes on unchanged.
    void fly(const Camera& to, bool motion);
    /// Advances the flight by these seconds.
    void advance(const Rect& canvas, double elapsed);

private:
    Camera now_, from_, to_;
    double left_ = 0;
};

}  // namespace glassformer
