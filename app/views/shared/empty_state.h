// What a view shows in place of its content where there is none.
#pragma once

#include <string>

#include "app/views/shared/context.h"

namespace glassformer {

/// A sentence in the middle of the area, in several lines where it is narrow.
void draw_sentence(Ui& ui, const Rect& area, const std::string& text);
/// While nothing was computed yet: that it is being computed, or that there is nothing to show.
void draw_empty_state(ViewContext& context, const Rect& area);

}  // namespace glassformer
