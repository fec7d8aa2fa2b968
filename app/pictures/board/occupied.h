// What of an area a picture has taken, for what is laid over it.
#pragma once

#include <vector>

#include "app/pictures/board/picture.h"

namespace glassformer {

struct Occupied {
    std::vector<Rect> matrices;
    std::vector<Rect> marks;  // outlined cells, connecting lines, curves
    std::vector<Rect> words;  // labels, titles, legends; not the numbers in cells
};

/// Composes the picture without drawing it.
Occupied occupied_by(Painter& painter, const Rect& area, const Scene& scene);

}  // namespace glassformer
