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
    const Record& of = trace.record(record);
    const bool back = evaluation.has_gradients() && of.gradient != nullptr && of.gradient_kept;
    CellRef found;
    float largest = back ? 0.0F : -1.0F;
    const auto look_at = [&](int r) {
        for (int col = 0; col < grid.cols; ++col) {
            const Cell cell = grid.cell(r, col);
            const float size = std::abs(back ? of.gradient_at(cell) : of.at(cell));
            if (!std::isfinite(size) || size <= largest) continue;
            largest = size;
            found = {record, cell};
        }
    };
    look_at(row);
    if (back && !found)  // the loss does not depend on that row
        for (int r = 0; r < grid.rows; ++r) look_at(r);
    return found || !back ? found : CellRef{record, grid.cell(row, 0)};
}

}  // namespace glassformer
