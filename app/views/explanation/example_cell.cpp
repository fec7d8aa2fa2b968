#include "app/views/explanation/example_cell.h"

#include <algorithm>
#include <cmath>

#include "app/views/shared/cursor.h"
#include "core/generate/next_token.h"
#include "core/model/model.h"

namespace glassformer {

CellRef example_cell(const Evaluation& evaluation, int record, int head) {
    const Trace& trace = evaluation.trace();
    if (record < 0 || record >= static_cast<int>(trace.records().size())) return {};
    const Grid grid = grid_of(trace, record, head);
    if (grid.rows <= 0 || grid.cols <= 0) return {};
    const bool tokens = grid.rows == static_cast<int>(continued_tokens(evaluation).size());
    const int row =
        tokens && !evaluation.model().config.head.classifier ? std::clamp(answer_row(evaluation), 0, grid.rows - 1) : 0;
    CellRef found;
    float largest = -1;
    for (int col = 0; col < grid.cols; ++col) {
        const Cell cell = grid.cell(row, col);
        const float size = std::abs(trace.record(record).at(cell));
        if (!std::isfinite(size) || size <= largest) continue;
        largest = size;
        found = {record, cell};
    }
    return found;
}

}  // namespace glassformer
