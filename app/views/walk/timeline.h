// The bar at the bottom: transport buttons, speed, how far a step goes, and all stages on one line, block by block.
#pragma once

#include <optional>

#include "app/views/shared/commands.h"
#include "app/views/walk/state.h"

namespace glassformer {

/// Less tall in low windows: without labels, then in a single row.
float timeline_height(const Ui& ui);
/// Returns the command of a button that was clicked; moves the cursor along the scrubber.
std::optional<Command> draw_timeline(ViewContext& context, const Rect& area, WalkState& state);

}  // namespace glassformer
