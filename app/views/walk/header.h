// The line above the canvas: where one is, as links that lead further out, and which head, block and step is shown.
#pragma once

#include "app/views/walk/state.h"

namespace glassformer {

/// Takes its line off the top of the area.
void draw_header(ViewContext& context, Rect& area, WalkState& state);

}  // namespace glassformer
