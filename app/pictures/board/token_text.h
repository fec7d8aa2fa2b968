// A token written in a picture: one that the model does not know has the warning's colour and a wavy line below it, as
// a misspelt word has.
#pragma once

#include <string_view>

#include "app/paint/painter.h"

namespace glassformer {

/// Painter::text(), and the mark where it is unknown.
void draw_token(Painter& painter, Vec2 at, std::string_view text, const TextStyle& style, bool unknown);
/// text_in(), and the mark where it is unknown.
void token_in(Painter& painter, const Rect& rect, std::string_view text, const TextStyle& style, bool unknown);

}  // namespace glassformer
