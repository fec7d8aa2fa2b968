// What the mouse is over and where jumps began: what pictures and the explanation share beside the cursor. A view that
// shows both owns one.
#pragma once

#include <vector>

#include "app/views/shared/context.h"
#include "core/analysis/influence.h"
#include "core/analysis/watch.h"

namespace glassformer {

struct Focus {
    CellRef hovered;            // under the mouse on the canvas, in the last frame
    CellRef pointed;            // a source that the mouse is over in the panel; lit on the canvas
    std::vector<Cursor> jumps;  // where jumps to sources began
    InfluencePath path;         // what brought a cell, followed back to a token
    Watch watch;                // cells somebody keeps an eye on, and where playing stops
    std::uint64_t path_of = 0;  // generation of the evaluation it was followed in

    /// The cell that the panel explains: the locked one, else the one under the mouse. What the mouse was over in the
    /// last frame may have belonged to an evaluation with other records.
    CellRef explained(const Trace& trace, const Cursor& cursor) const {
        if (const CellRef locked = locked_cell(trace, cursor)) return locked;
        const bool there = hovered && hovered.record < static_cast<int>(trace.records().size()) &&
                           trace.record(hovered.record).shape.contains(hovered.cell);
        return there ? hovered : CellRef{};
    }
    /// The path where it is of this evaluation and begins at the cell; null otherwise.
    const InfluencePath* path_from(std::uint64_t generation, const CellRef& cell) const {
        const bool same = generation == path_of && !path.hops.empty() && path.hops.front().record == cell.record &&
                          path.hops.front().cell == cell.cell;
        return same ? &path : nullptr;
    }
    /// Goes to a cell of any record, and remembers where from.
    void jump_to(const Trace& trace, Cursor& cursor, const CellRef& to) {
        if (jumps.size() > 100) jumps.erase(jumps.begin());
        jumps.push_back(cursor);
        jump(trace, cursor, to);
        hovered = {};
    }
    /// "blocks.0.attn.scores_raw[0,8,1]" under the mouse; "" where there is none.
    std::string hovered_name(const Session::Snapshot& shown) const;
    /// To where the last jump began.
    void jump_back(Cursor& cursor) {
        if (jumps.empty()) return;
        cursor = jumps.back();
        jumps.pop_back();
    }
};

}  // namespace glassformer
