// What the positions view shows as lines of a .csv file: one number a line, with the column, the encoding and the map
// it belongs to, so that a spreadsheet or a plotting tool finds any of them.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "app/views/positions/joined.h"
#include "app/views/positions/laboratory.h"
#include "app/views/positions/trained.h"
#include "core/train/experiments/position_lengths.h"

namespace glassformer {

struct PositionsTable {
    const PositionsState& state;
    std::span<const EncodingColumn> columns;
    const PositionLengths* lengths;                       // null: none
    std::span<const std::optional<TrainedHead>> trained;  // of the page of trained models; else empty
    const JoinedTables* joined = nullptr;                 // of the page of joined vectors
};
/// "place,encoding,map,row,column,value": what each encoding is, its scores, and what the page shows beside them. Rows
/// and columns are positions, dimensions, pairs or distances, as in the window.
void write_table(const PositionsTable& table, const std::function<void(const std::string& line)>& write);

}  // namespace glassformer
