// Focus of a view: the cell under the mouse, the jumps back, the traced path and the watch list. Pictures and
// explanation share it beside the cursor; a view that shows both owns one.
#pragma once

#include <vector>

#include "app/views/shared/context.h"
#include "core/analysis/influence.h"
#include "core/analysis/watch.h"

namespace glassformer {

struct Focus {
    CellRef hovered;            // under the mouse on the canvas, in the last frame
    CellRef example;            // explained while none is chosen and none is under the mouse; the canvas lights it too
    CellRef introduced;         // selected from the overview of the run: what its stage is comes before its arithmetic
    CellRef pointed;            // source under the mouse in the panel; highlighted on the canvas
    std::vector<Cursor> jumps;  // where jumps to sources began
    InfluencePath path;         // trace of a cell back to a token
    Watch watch;                // watch list and breakpoints
    std::uint64_t path_of = 0;  // generation of the path's evaluation

    /// Cell that the panel explains: the locked one, else the one under the mouse if this trace has it (in the last
    /// frame another evaluation may have been shown).
    CellRef explained(const Trace& trace, const Cursor& cursor) const {
        if (const CellRef locked = locked_cell(trace, cursor)) return locked;
        return in(trace, hovered);
    }
    /// The same, or the example where there is none.
    CellRef explained_or_example(const Trace& trace, const Cursor& cursor) const {
        const CellRef cell = explained(trace, cursor);
        return cell ? cell : in(trace, example);
    }
    /// The path if it belongs to this evaluation and starts at the cell; null otherwise.
    const InfluencePath* path_from(std::uint64_t generation, const CellRef& cell) const {
        const bool same = generation == path_of && !path.hops.empty() && path.hops.front().record == cell.record &&
                          path.hops.front().cell == cell.cell;
        return same ? &path : nullptr;
    }
    /// Remembers the place that a jump leaves; jump_back() returns.
    void leave(const Cursor& cursor) {
        if (jumps.size() > 100) jumps.erase(jumps.begin());
        jumps.push_back(cursor);
    }
    /// Goes to a cell of any record; jump_back() returns.
    void jump_to(const Trace& trace, Cursor& cursor, const CellRef& to) {
        leave(cursor);
        jump(trace, cursor, to);
        hovered = {};
    }
    /// A cell of the frame before, where this trace has it.
    static CellRef in(const Trace& trace, const CellRef& cell) {
        const bool there = cell && cell.record < static_cast<int>(trace.records().size()) &&
                           trace.record(cell.record).shape.contains(cell.cell);
        return there ? cell : CellRef{};
    }
    /// Name of the cell under the mouse, "blocks.0.attn.scores_raw[0,8,1]"; "" without one.
    std::string hovered_name(const Session::Snapshot& shown) const;
    /// The same of the example; "" where another cell is explained.
    std::string example_name(const Session::Snapshot& shown) const;
    /// Returns to the start of the last jump.
    void jump_back(Cursor& cursor) {
        if (jumps.empty()) return;
        cursor = jumps.back();
        jumps.pop_back();
    }
};

}  // namespace glassformer
