// The line above the canvas: where one is, as links that lead further out, and which head, block and step is shown.
#pragma once

#include <string>

#include "app/views/walk/state.h"

namespace glassformer {

/// Takes its line off the top of the area. `cell`: what is said of the chosen cell there; empty where a panel says it.
void draw_header(ViewContext& context, Rect& area, WalkState& state, const std::string& cell);

}  // namespace glassformer
