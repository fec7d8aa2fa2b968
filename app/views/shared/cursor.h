// The one cursor: a record, a head, a row and a column of what is shown. Every view reads it, any view may set it.
// Stepping through a trace moves the cursor; nothing here draws or computes.
#pragma once

#include <string>

#include "app/pictures/board/picture.h"
#include "core/tape/trace.h"

namespace glassformer {

struct Cursor {
    std::string record;       // "blocks.0.attn.scores_raw"; a stage, or a parameter or input that was jumped to
    int head = 0;             // query head, counted from 0
    int row = 0, column = 0;  // of the slice shown
    bool locked = false;      // the cell is selected; otherwise the mouse previews
    int limit = -1;           // while walking by rows or cells: entries up to here are shown; −1: all
    bool operator==(const Cursor&) const = default;
};

/// Unit of a step.
enum class StepBy : std::uint8_t { stage, row, cell };

/// The largest number of heads of any record: the query heads. 1 where there is no head axis.
int head_count(const Trace& trace);
/// Number of query heads of the attention that a record belongs to: cross-attention may have another number.
int head_count(const Trace& trace, const Record& of);

/// Matrix of a record for a query head: [rows, cols], a vector as one row.
struct Grid {
    int rows = 1, cols = 1;
    int head = -1;           // along the record's own head axis; −1 where it has none
    std::size_t offset = 0;  // of the first entry in the record's memory
    Cell cell(int row, int column) const;
    int rank = 2;
};
Grid grid_of(const Trace& trace, int record, int head);

/// Record of the cursor; −1 where the trace has none of that name.
int record_at(const Trace& trace, const Cursor& cursor);
/// The locked cell; empty while the cursor is not locked.
CellRef locked_cell(const Trace& trace, const Cursor& cursor);
/// Moves to a cell of any record and locks it.
void jump(const Trace& trace, Cursor& cursor, const CellRef& to);
/// Moves to a record and keeps the row and column where they exist there; unlocks where they do not.
void go_to(const Trace& trace, Cursor& cursor, int record);

/// Moves a cursor of an older trace to a valid place in this one: another record of the same stage or the first stage,
/// sizes clamped.
void keep_valid(const Trace& trace, Cursor& cursor);

/// Steps forward (+1) or back (−1); false at the end of the trace.
bool step(const Trace& trace, Cursor& cursor, StepBy by, int direction);
/// Goes to the same stage of the next or previous block; from outside the blocks to the nearest one.
bool step_block(const Trace& trace, Cursor& cursor, int direction);
/// Moves the locked cell by rows and columns of the slice shown; the first move only locks it.
void move_cell(const Trace& trace, Cursor& cursor, int rows, int columns);
/// Index in trace.stages(), for the timeline: the stage itself, or the one that first reads a parameter or input.
int stage_index(const Trace& trace, int record);

}  // namespace glassformer
