// Commands that move the one cursor alike in several views: to another block, stage, row, column or head.
#pragma once

#include <vector>

#include "app/views/shared/view.h"

namespace glassformer {

/// Rows for a view's table: block, first and last stage, row, column, head. They need an evaluation.
std::vector<ViewCommand> cursor_commands();

}  // namespace glassformer
