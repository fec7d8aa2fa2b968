#include "app/views/inspect/state.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "app/views/inspect/texts.h"
#include "core/base/error.h"

namespace glassformer {

namespace {

bool has_heads(const Shape& shape) { return shape.rank() >= 3 && shape.axis(0) == Axis::head; }

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
    return first == std::string::npos ? std::string() : text.substr(first, last - first + 1);
}

int index_named(const Evaluation& evaluation, const Record& record, int dimension, int count,
                const std::string& written, const char* what, int now) {
    if (written.empty()) return now;
    int index = 0;
    const auto read = std::from_chars(written.data(), written.data() + written.size(), index);
    if (read.ec == std::errc{} && read.ptr == written.data() + written.size()) {
        const int first = first_number(record, dimension);
        if (index >= first && index < first + count) return index - first;
        throw Error(fmt::format(texts::inspect::no_such_index, what, written, first, first + count - 1));
    }
    for (int i = 0; i < count && dimension >= 0; ++i)
        if (label_of(evaluation, record, dimension, i) == written) return i;
    throw Error(fmt::format(texts::inspect::no_such_name, what, written));
}

}  // namespace

bool shows_gradient(const Evaluation& evaluation, const Record& record, const InspectState& state) {
    return state.back && evaluation.has_gradients() && record.gradient != nullptr;
}

float inspected_number(const Record& record, bool gradient, const Cell& cell) {
    return gradient ? record.gradient_at(cell) : record.at(cell);
}

Grid inspected_grid(const Trace& trace, int record, const Cursor& cursor, int plane) {
    Grid grid = grid_of(trace, record, cursor.head);
    const Shape& shape = trace.record(record).shape;
    if (shape.rank() < 3 || has_heads(shape)) return grid;
    grid.head = std::clamp(plane, 0, shape.size(0) - 1);
    grid.offset =
        static_cast<std::size_t>(grid.head) * static_cast<std::size_t>(grid.rows) * static_cast<std::size_t>(grid.cols);
    return grid;
}

int first_number(const Record& record, int dimension) {
    if (dimension < 0 || record.kind == Record::Kind::parameter) return 0;
    const Axis axis = record.shape.axis(dimension);
    return axis == Axis::position || axis == Axis::query || axis == Axis::key ? 1 : 0;
}

CellRef inspected_cell(const Trace& trace, const Cursor& cursor, int plane) {
    const int record = record_at(trace, cursor);
    if (record < 0 || !cursor.locked) return {};
    const Grid grid = inspected_grid(trace, record, cursor, plane);
    if (cursor.row >= grid.rows || cursor.column >= grid.cols) return {};
    return {record, grid.cell(cursor.row, cursor.column)};
}

void choose_slice(const Trace& trace, int record, int slice, Cursor& cursor, int& plane) {
    const Shape& shape = trace.record(record).shape;
    if (shape.rank() < 3) return;
    const int own = shape.size(0);
    slice = std::clamp(slice, 0, own - 1);
    if (!has_heads(shape)) {
        plane = slice;
        return;
    }
    const int all = head_count(trace);
    cursor.head = (slice * all + own - 1) / own;  // the first that grid_of() leads back to this slice
}

Numbers copied_numbers(const Trace& trace, int record, const Grid& grid, const CellRef& cell, CopyScope scope,
                       TextForm form, bool gradient) {
    const Record& from = trace.record(record);
    if ((scope == CopyScope::cell || scope == CopyScope::row) && !cell) throw Error(texts::inspect::select_cell);
    const auto take = [&](std::vector<int> sizes, std::size_t first, std::size_t count) {
        if (const std::string why = too_many(count, form); !why.empty()) throw Error(why);
        const float* const values = values_or_gradient(from, gradient, first, count);
        return Numbers{std::move(sizes), {values, values + count}};
    };
    const std::size_t cols = static_cast<std::size_t>(grid.cols), rows = static_cast<std::size_t>(grid.rows);
    const std::size_t at = cell ? from.shape.offset(cell.cell) : 0;
    switch (scope) {
        case CopyScope::cell: return take({}, at, 1);
        case CopyScope::row: return take({grid.cols}, at / cols * cols, cols);
        case CopyScope::slice:
            return take(grid.rank >= 2 ? std::vector<int>{grid.rows, grid.cols} : std::vector<int>{grid.cols},
                        grid.offset, rows * cols);
        case CopyScope::tensor: break;
    }
    std::vector<int> sizes;
    sizes.reserve(static_cast<std::size_t>(from.shape.rank()));
    for (int d = 0; d < from.shape.rank(); ++d) sizes.push_back(from.shape.size(d));
    return take(std::move(sizes), 0, from.shape.count());
}

CellAt cell_named(const Evaluation& evaluation, int record, const Grid& grid, const std::string& written,
                  const CellAt& now) {
    const std::size_t comma = written.find(',');
    const std::string row = trimmed(written.substr(0, comma));
    const std::string column = comma == std::string::npos ? "" : trimmed(written.substr(comma + 1));
    const Record& at = evaluation.trace().record(record);
    if (grid.rank < 2) {  // a vector has no rows: the one number is its entry
        const std::string& entry = column.empty() ? row : column;
        return {0, index_named(evaluation, at, grid.rank - 1, grid.cols, entry, texts::inspect::entry,
                               std::max(0, now.col))};
    }
    return {
        index_named(evaluation, at, grid.rank - 2, grid.rows, row, texts::inspect::row, std::max(0, now.row)),
        index_named(evaluation, at, grid.rank - 1, grid.cols, column, texts::inspect::column, std::max(0, now.col))};
}

}  // namespace glassformer
