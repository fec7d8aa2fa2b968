#include "core/ops/changed_rows.h"

#include <algorithm>

namespace glassformer {

void ChangedRows::join(const ChangedRows& other) {
    row = std::min(row, other.row);
    column = std::min(column, other.column);
}

int row_dimension(const Shape& shape) {
    if (shape.find(Axis::batch) >= 0) return -1;
    const int position = shape.find(Axis::position);
    return position >= 0 ? position : shape.find(Axis::query);
}

ChangedRows row_by_row(std::span<const ChangedRows> changed, std::span<const ConstView> in, bool keeps_columns) {
    ChangedRows result;
    for (std::size_t i = 0; i < changed.size(); ++i) {
        if (!changed[i].any()) continue;
        if (row_dimension(in[i].shape) < 0) return ChangedRows::all();
        if (changed[i].column != ChangedRows::none && !keeps_columns) return ChangedRows::all();
        result.join(changed[i]);
    }
    return result;
}

}  // namespace glassformer
