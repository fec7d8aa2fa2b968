// Sentences with colours and formulas in them: lesson texts, the panel's explanations.
//   \meaning{query}{it} asks … in the colour of a meaning; *italic*, **bold**, $formula markup$; "\n" starts a new
//   line.
#pragma once

#include <string_view>

#include "app/paint/painter.h"

namespace glassformer {

/// Broken into lines of the rectangle's width; returns the height used. Draws nothing where `draw` is false.
float rich_paragraph(Painter& painter, const Rect& rect, std::string_view markup, const TextStyle& style,
                     bool draw = true);

}  // namespace glassformer
