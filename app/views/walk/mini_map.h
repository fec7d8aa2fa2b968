// The whole map once more, small, while only a part of it is seen: where one is, and the way to elsewhere.
#pragma once

#include <optional>

#include "app/views/walk/map_drawing.h"

namespace glassformer {

/// Where on the canvas a mini-map of that size covers nothing, else as little as can be: boxes with their names, and
/// titles. It stays where it was while it covers nothing there.
Rect mini_map_place(const Rect& canvas, Vec2 size, const Camera& camera, const ModelMap& map, float em,
                    const Rect& before);

/// Frames, stream and the part that the camera sees; returns the place on the map under the mouse, if any.
std::optional<Vec2> draw_mini_map(Painter& painter, const Rect& area, const Rect& canvas, const Camera& camera,
                                  const MapScene& scene, Vec2 mouse);

}  // namespace glassformer
