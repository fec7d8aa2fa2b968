// How a cell is written: "blocks.0.attn.scores_raw[1,8,1]".
#pragma once

#include <string>
#include <string_view>

#include "core/trace.h"

namespace glassformer {

std::string cell_name(const Record& record, const Cell& cell);

struct NamedCell {
    int record = -1;
    Cell cell;
};
/// The record and cell of the text; Error naming the stage, the number of indices or the index that does not fit.
NamedCell find_cell(const Trace& trace, std::string_view text);

/// The known name that is most like the given one, for "did you mean"; empty when none is near.
std::string nearest_record(const Trace& trace, std::string_view name);

}  // namespace glassformer
