// Line above the canvas: the path to the stage, as links to the levels around it, and selectors of head, block and
// step.
#pragma once

#include <string>

#include "app/views/walk/state.h"

namespace glassformer {

inline constexpr float header_height = 2.7F;  // em

/// Takes its line off the top of the area. `cell`: name and value of the selected cell; empty where the explanation
/// panel shows them.
void draw_header(ViewContext& context, Rect& area, WalkState& state, const std::string& cell);

}  // namespace glassformer
