// Mini-map: the whole map, small, with the part in view marked; a click moves the camera there.
#pragma once

#include <optional>

#include "app/views/walk/map_drawing.h"

namespace glassformer {

/// Place on the canvas where a mini-map of that size covers the fewest boxes, names and titles. Keeps the place
/// `before` while that covers none.
Rect mini_map_place(const Rect& canvas, Vec2 size, const Camera& camera, const ModelMap& map, float em,
                    const Rect& before);

/// Frames, stream and the part that the camera sees; returns the place on the map under the mouse, if any.
std::optional<Vec2> draw_mini_map(Painter& painter, const Rect& area, const Rect& canvas, const Camera& camera,
                                  const MapScene& scene, Vec2 mouse);

}  // namespace glassformer
