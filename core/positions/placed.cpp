#include "core/positions/placed.h"

#include <algorithm>

#include "core/ops/ops.h"
#include "core/positions/run.h"

namespace glassformer::positions {

namespace {

Tensor one_row(const float* entries, Axis axis, int columns) {
    Tensor row({{Axis::position, 1}, {axis, columns}});
    std::copy_n(entries, row.data.size(), row.data.data());
    return row;
}

}  // namespace

void place(const Settings& settings, const EncodingTables& encoding, const Tensor& token, int row, Placed& out) {
    const bool appended = appended_columns(config_of(settings)) > 0;
    const int columns = encoding.table.shape.cols();
    out.token = one_row(token.data.data(), Axis::d_model, static_cast<int>(token.data.size()));
    out.position = one_row(encoding.table.view().row(static_cast<std::size_t>(row)),
                           appended ? Axis::d_position : Axis::d_model, columns);
    const OperationPtr together = appended ? op::concat(ConcatAlong::columns, Axis::d_joined) : op::add();
    run(*together, {out.token.view(), out.position.view()}, out.together);
    for (Tensor* tensor : {&out.token, &out.position, &out.together}) tensor->shape = Shape{tensor->shape[1]};
}

}  // namespace glassformer::positions
