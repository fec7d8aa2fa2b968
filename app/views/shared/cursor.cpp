#include "app/views/shared/cursor.h"

#include <algorithm>
#include <string_view>

namespace glassformer {

int head_count(const Trace& trace) { return trace.heads(); }

int head_count(const Trace& trace, const Record& of) {
    int most = 1;
    for (const Record& record : trace.records())
        if (record.site.stack == of.site.stack && record.site.block == of.site.block &&
            record.site.attention == of.site.attention)
            most = std::max(most, record.shape.size_of(Axis::head, 1));
    return most;
}

Cell Grid::cell(int row, int column) const {
    if (rank >= 3) return {{head, row, column, 0}};
    if (rank == 2) return {{row, column, 0, 0}};
    return {{column, 0, 0, 0}};
}

Grid grid_of(const Trace& trace, int record, int head) {
    const Shape& shape = trace.record(record).shape;
    Grid grid;
    grid.rank = shape.rank();
    grid.cols = shape.cols();
    if (shape.rank() == 2) grid.rows = shape.size(0);
    if (shape.rank() >= 3) {
        const int own = shape.size(0), all = head_count(trace);
        // Grouped-query attention: several query heads read one key/value head.
        grid.head = std::clamp(head * own / std::max(1, all), 0, own - 1);
        grid.rows = shape.size(1);
        grid.offset = static_cast<std::size_t>(grid.head) * static_cast<std::size_t>(grid.rows) *
                      static_cast<std::size_t>(grid.cols);
    }
    return grid;
}

int record_at(const Trace& trace, const Cursor& cursor) { return trace.find(cursor.record); }

CellRef locked_cell(const Trace& trace, const Cursor& cursor) {
    const int record = record_at(trace, cursor);
    if (record < 0 || !cursor.locked) return {};
    const Grid grid = grid_of(trace, record, cursor.head);
    if (cursor.row >= grid.rows || cursor.column >= grid.cols) return {};
    return {record, grid.cell(cursor.row, cursor.column)};
}

void jump(const Trace& trace, Cursor& cursor, const CellRef& to) {
    const Shape& shape = trace.record(to.record).shape;
    cursor.record = trace.record(to.record).name;
    cursor.locked = true;
    cursor.limit = -1;
    if (shape.rank() >= 3) {
        const int own = shape.size(0), all = head_count(trace);
        if (cursor.head * own / all != to.cell[0]) cursor.head = to.cell[0] * all / own;
        cursor.row = to.cell[1];
        cursor.column = to.cell[2];
    } else if (shape.rank() == 2) {
        cursor.row = to.cell[0];
        cursor.column = to.cell[1];
    } else {
        cursor.row = 0;
        cursor.column = to.cell[0];
    }
}

void go_to(const Trace& trace, Cursor& cursor, int record) {
    cursor.record = trace.record(record).name;
    cursor.limit = -1;
    const Grid grid = grid_of(trace, record, cursor.head);
    if (cursor.row < grid.rows && cursor.column < grid.cols) return;
    cursor.locked = false;
    cursor.row = std::min(cursor.row, grid.rows - 1);
    cursor.column = std::min(cursor.column, grid.cols - 1);
}

void keep_valid(const Trace& trace, Cursor& cursor) {
    if (trace.stages().empty()) return;
    int record = record_at(trace, cursor);
    const int limit = cursor.limit;
    if (record < 0) {
        // "blocks.5.norm1" of a deeper model: the same stage of another block is nearer than the beginning.
        const std::string_view name = cursor.record;
        const std::string_view last = name.substr(std::min(name.size(), name.find_last_of('.') + 1));
        for (const int id : trace.stages())
            if (!last.empty() && trace.record(id).name.ends_with(last)) record = id;
        if (record < 0) record = trace.stages().front();
        cursor.limit = -1;
    }
    cursor.head = std::clamp(cursor.head, 0, head_count(trace) - 1);
    go_to(trace, cursor, record);
    const Grid grid = grid_of(trace, record, cursor.head);
    if (limit < grid.rows * grid.cols) cursor.limit = limit;
}

void move_cell(const Trace& trace, Cursor& cursor, int rows, int columns) {
    const Grid grid = grid_of(trace, record_at(trace, cursor), cursor.head);
    if (cursor.locked) {
        cursor.row = std::clamp(cursor.row + rows, 0, grid.rows - 1);
        cursor.column = std::clamp(cursor.column + columns, 0, grid.cols - 1);
    }
    cursor.locked = true;
    keep_valid(trace, cursor);
}

int stage_index(const Trace& trace, int record) {
    const bool known = record >= 0 && record < static_cast<int>(trace.records().size());
    return known ? std::max(0, trace.stage_index(record)) : 0;
}

namespace {

bool step_stage(const Trace& trace, Cursor& cursor, int direction) {
    const auto& stages = trace.stages();
    const int record = record_at(trace, cursor);
    if (record < 0 || stages.empty()) return false;
    int index = stage_index(trace, record);
    const bool on_stage = stages[static_cast<std::size_t>(index)] == record;
    if (on_stage || direction < 0) index += direction;  // from a parameter, forward leads to the stage that reads it
    if (index < 0 || index >= static_cast<int>(stages.size())) return false;
    go_to(trace, cursor, stages[static_cast<std::size_t>(index)]);
    return true;
}

}  // namespace

bool step(const Trace& trace, Cursor& cursor, StepBy by, int direction) {
    if (by == StepBy::stage) return step_stage(trace, cursor, direction);
    const int record = record_at(trace, cursor);
    if (record < 0) return false;
    const auto show = [&](int limit) {
        const Grid grid = grid_of(trace, record_at(trace, cursor), cursor.head);
        cursor.limit = limit;
        cursor.locked = true;
        cursor.row = limit / grid.cols;
        cursor.column = by == StepBy::cell ? limit % grid.cols : std::min(cursor.column, grid.cols - 1);
    };
    const Grid grid = grid_of(trace, record, cursor.head);
    const int stride = by == StepBy::row ? grid.cols : 1;
    const int first = stride - 1, last = grid.rows * grid.cols - 1;
    if (cursor.limit < 0 && direction > 0) {
        show(first);
        return true;
    }
    const int now = cursor.limit < 0 ? last : (cursor.limit / stride) * stride + stride - 1;
    const int next = now + direction * stride;
    if (next >= first && next <= last) {
        show(next);
        return true;
    }
    if (!step_stage(trace, cursor, direction)) return false;
    const Grid entered = grid_of(trace, record_at(trace, cursor), cursor.head);
    show(direction < 0 ? entered.rows * entered.cols - 1 : by == StepBy::row ? entered.cols - 1 : 0);
    return true;
}

bool step_block(const Trace& trace, Cursor& cursor, int direction) {
    const auto& stages = trace.stages();
    const int record = record_at(trace, cursor);
    if (record < 0 || stages.empty()) return false;
    const Record& here = trace.record(record);
    const int index = stage_index(trace, record), count = static_cast<int>(stages.size());
    int fallback = -1;
    for (int i = index + direction; i >= 0 && i < count; i += direction) {
        const int id = stages[static_cast<std::size_t>(i)];
        const Record& other = trace.record(id);
        const bool elsewhere = other.site.block != here.site.block || other.site.stack != here.site.stack ||
                               other.site.step != here.site.step;
        if (elsewhere && fallback < 0) fallback = id;
        if (elsewhere && other.stage == here.stage && other.site.block >= 0) {
            go_to(trace, cursor, id);
            return true;
        }
        if (here.site.block < 0 && other.site.block >= 0) break;
    }
    if (fallback < 0) fallback = direction > 0 ? stages.back() : stages.front();
    if (fallback == record) return false;
    go_to(trace, cursor, fallback);
    return true;
}

}  // namespace glassformer
