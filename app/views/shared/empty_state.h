// What a view shows in place of its content where there is none.
#pragma once

#include <string>

#include "app/views/shared/context.h"

namespace glassformer {

/// A sentence in the middle of the area, in several lines where it is narrow.
void draw_sentence(Ui& ui, const Rect& area, const std::string& text);
/// In place of what a picture says, until a question is answered.
std::string covered_words();
/// Over a picture that is not to be seen: the text that it is of, and below it why.
void draw_plate(Ui& ui, const Rect& area, const std::string& text, const std::string& why);
/// While nothing was computed yet: that it is being computed, or that there is nothing to show.
void draw_empty_state(ViewContext& context, const Rect& area);

}  // namespace glassformer
