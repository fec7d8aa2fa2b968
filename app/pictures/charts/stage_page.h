// Page of one stage for slides and handouts: its title, formula and picture.
#pragma once

#include "app/pictures/board/memory.h"
#include "app/pictures/board/picture.h"

namespace glassformer {

void draw_stage_page(Painter& painter, const Rect& page, const Scene& scene);

}  // namespace glassformer
