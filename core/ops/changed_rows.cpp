#include "core/ops/changed_rows.h"

#include <algorithm>

namespace glassformer {

void Change::join(const Change& other) {
    row = std::min(row, other.row);
    column = std::min(column, other.column);
}

int row_dimension(const Shape& shape) {
    if (shape.find(Axis::batch) >= 0) return -1;
    const int position = shape.find(Axis::position);
    return position >= 0 ? position : shape.find(Axis::query);
}

Change row_by_row(std::span<const Change> changed, std::span<const ConstView> in, bool keeps_columns) {
    Change result;
    for (std::size_t i = 0; i < changed.size(); ++i) {
        if (!changed[i].any()) continue;
        if (row_dimension(in[i].shape) < 0) return Change::all();
        if (changed[i].column != Change::none && !keeps_columns) return Change::all();
        result.join(changed[i]);
    }
    return result;
}

}  // namespace glassformer
