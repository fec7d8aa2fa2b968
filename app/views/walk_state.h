// What the parts of the walk share beside the cursor: what the mouse is over, how steps are taken, where jumps began.
#pragma once

#include <vector>

#include "app/views/context.h"

namespace glassformer {

struct WalkState {
    CellRef hovered;            // under the mouse on the canvas, in the last frame
    CellRef pointed;            // a source that the mouse is over in the panel; lit on the canvas
    std::vector<Cursor> jumps;  // where jumps to sources began
    StepBy by = StepBy::stage;
    bool playing = false;
    int speed = 1;          // row of play_speeds
    double old_since = -1;  // seconds; −1 while what is shown is current

    /// The cell that the panel explains: the locked one, else the one under the mouse.
    CellRef explained(const Trace& trace, const Cursor& cursor) const {
        const CellRef locked = locked_cell(trace, cursor);
        return locked ? locked : hovered;
    }
    /// Goes to a cell of any record, and remembers where from.
    void jump_to(const Trace& trace, Cursor& cursor, const CellRef& to) {
        if (jumps.size() > 100) jumps.erase(jumps.begin());
        jumps.push_back(cursor);
        jump(trace, cursor, to);
        hovered = {};
    }
};

struct PlaySpeed {
    const char* text;
    float factor;
};
inline constexpr PlaySpeed play_speeds[] = {{"½×", 0.5F}, {"1×", 1}, {"2×", 2}, {"4×", 4}, {"8×", 8}};

}  // namespace glassformer
