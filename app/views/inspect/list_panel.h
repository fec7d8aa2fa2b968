// List of records at the left of the inspector: a filter above it, a heading per block, the shown record marked.
#pragma once

#include "app/views/inspect/state.h"

namespace glassformer {

/// Draws it and goes to the record that is clicked, or selected with ↑ and ↓ while the filter has the keyboard.
void draw_record_list(ViewContext& context, const Rect& area, InspectState& state);

/// Goes to the record above (−1) or below (+1) in the filtered list.
void step_in_list(ViewContext& context, InspectState& state, int by);

/// "33,472 weights" for the heading of a group in a line of `width` pixels; "" where its name needs the room.
std::string heading_count(Painter& painter, const RecordGroup& group, float width);

}  // namespace glassformer
