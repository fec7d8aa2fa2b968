// What the positions view shows as lines of a .csv file: one number a line, with the column, the encoding and the map
// it belongs to, so that a spreadsheet or a plotting tool finds any of them.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/views/positions/joined.h"
#include "app/views/positions/laboratory.h"
#include "app/views/positions/trained.h"
#include "core/train/ablations/position_lengths.h"

namespace glassformer {

/// The lines of one column of the view.
class TableLines {
public:
    TableLines(const std::function<void(const std::string&)>& write, std::size_t place, std::string_view encoding)
        : write_(write), start_(std::to_string(place + 1) + "," + std::string(encoding) + ",") {}

    void number(const std::string& map, const std::string& row, const std::string& column, double value);
    void map(const std::string& name, const Tensor& tensor, int first_row, int first_column);
    void curve(const std::string& name, std::span<const positions::ScoreAtDistance> points);

private:
    const std::function<void(const std::string&)>& write_;
    std::string start_;
};

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
