// Sentences with colours and formulas in them: lesson texts, the panel's explanations.
//   \meaning{query}{it} is the query … in the colour of a meaning; *italic*, **bold**, $formula markup$; "\n" starts a
//   new line.
#pragma once

#include <string_view>

#include "app/paint/painter.h"

namespace glassformer {

/// Draws lines of the rectangle's width; returns the height used. Only measures where `draw` is false.
float rich_paragraph(Painter& painter, const Rect& rect, std::string_view markup, const TextStyle& style,
                     bool draw = true);

}  // namespace glassformer
