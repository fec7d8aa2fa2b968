// A film that a view gives: pictures in their order, drawn on any surface, without the window.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/paint/painter.h"
#include "app/views/shared/commands.h"

namespace glassformer {

/// Asks where the film of the view is to be exported to.
inline constexpr Command export_film_command = command_named("window.export_film");

struct ViewFilm {
    std::string name;               // of its file, without an ending: "coreference-heads"
    int pictures = 0;               // at least 1
    std::vector<HeatStyle> scales;  // of its heat maps: what colors they have
    /// Draws a picture, counted from 0, on all of `page`. Called by one thread, not always the window's; may take as
    /// long as a model's pass. Throws Error where it cannot be made.
    std::function<void(Painter& painter, const Rect& page, int picture)> draw;
};

}  // namespace glassformer
