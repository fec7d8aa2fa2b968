// The title of one of the page's numbered panels: a lecturer can say “look at 4”.
#pragma once

#include <string_view>

#include "app/views/shared/context.h"

namespace glassformer {

/// Draws the number and the title, as much of it as fits; returns what is left of the line.
Rect panel_title(Ui& ui, Rect line, int number, std::string_view title);

}  // namespace glassformer
