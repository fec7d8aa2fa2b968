// Copying how the explained cell was computed, for the command of several views.
#pragma once

#include <string>

#include "app/views/shared/focus.h"

namespace glassformer {

/// All rows of the calculation, as text on the clipboard, and a notice that says so; where no cell is selected, the
/// notice says that. Needs an evaluation. `what`: what the view calls a cell.
void copy_calculation(ViewContext& context, const Focus& focus, const std::string& what = "cell");

}  // namespace glassformer
