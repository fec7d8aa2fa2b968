// A picture with what a lesson's step draws over it: words at cells and arrows between cells. Where a cell stands is
// taken from the picture itself while it is drawn.
#pragma once

#include <functional>

#include "app/views/shared/context.h"

namespace glassformer {

/// Draws the picture, and over it the marks of context.rules whose cells are on it: "mark 1", … of the targets.
void draw_marked(ViewContext& context, const Rect& area, const std::function<void(ViewContext&)>& picture);

/// The same of a picture that needs a surface alone.
void draw_marked(Painter& painter, const Rect& area, const Trace& trace, std::span<const CellMark> marks,
                 Targets& targets, const std::function<void(Painter&)>& picture);

}  // namespace glassformer
