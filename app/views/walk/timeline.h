// Bar at the bottom: transport buttons, speed, unit of a step, and all stages on one line, grouped by block.
#pragma once

#include <optional>

#include "app/views/shared/commands.h"
#include "app/views/walk/state.h"

namespace glassformer {

/// Height in pixels: in low windows without labels, then a single row.
float timeline_height(const Ui& ui);
/// Returns the command of a button that was clicked; moves the cursor along the scrubber.
std::optional<Command> draw_timeline(ViewContext& context, const Rect& area, WalkState& state);

}  // namespace glassformer
