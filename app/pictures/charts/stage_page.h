// A stage on a page of its own, for slides and handouts: its title, its formula, its picture.
#pragma once

#include "app/pictures/board/memory.h"
#include "app/pictures/board/picture.h"

namespace glassformer {

void draw_stage_page(Painter& painter, const Rect& page, const Scene& scene);

}  // namespace glassformer
