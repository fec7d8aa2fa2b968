#include "core/positions/placed.h"

#include <algorithm>
#include <utility>

#include "core/positions/joined.h"

namespace glassformer::positions {

namespace {

Tensor one_row(const float* entries, int columns) {
    Tensor row({{Axis::position, 1}, {Axis::d_model, columns}});
    std::copy_n(entries, row.data.size(), row.data.data());
    return row;
}

}  // namespace

void place(const Settings& settings, const EncodingTables& encoding, const Tensor& token, int row, Placed& out) {
    EncodingTables own;
    own.table = one_row(encoding.table.view().row(static_cast<std::size_t>(row)), encoding.table.shape.cols());
    Joined joined;
    join(settings, own, one_row(token.data.data(), static_cast<int>(token.data.size())), joined);
    out = {std::move(joined.tokens), std::move(joined.positions), std::move(joined.result)};
    for (Tensor* tensor : {&out.token, &out.position, &out.together}) tensor->shape = Shape{tensor->shape[1]};
}

}  // namespace glassformer::positions
