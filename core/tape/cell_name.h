// How a cell is written: "blocks.0.attn.scores_raw[1,8,1]", a selection of cells: "blocks.0.attn.heads[1,*,*]", and an
// edit: "blocks.0.attn.heads[1,*,*]=0".
#pragma once

#include <string>
#include <string_view>

#include "core/tape/trace.h"

namespace glassformer {

std::string cell_name(const Record& record, const Cell& cell);

struct NamedCell {
    int record = -1;
    Cell cell;
};
/// The record and cell of the text; Error naming the stage, the number of indices or the index that does not fit.
NamedCell find_cell(const Trace& trace, std::string_view text);
/// The same, and "*" stands for every index along an axis: Cell::all.
NamedCell find_selection(const Trace& trace, std::string_view text);

/// The edit of "selection=value", where the value is a number, inf or -inf; Error naming what is wrong.
Edit edit_from_text(const Trace& trace, std::string_view text);
std::string to_text(const Edit& edit, int rank);

/// The known name that is most like the given one, for "did you mean"; empty when none is near.
std::string nearest_record(const Trace& trace, std::string_view name);

}  // namespace glassformer
