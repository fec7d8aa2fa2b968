// Bases of operations that read their operands alike, entry by entry or row by row: what changes with an operand, and
// who reads a cell of it, is the same in all of them. Included by operations only.
#pragma once

#include "core/ops/operands.h"

namespace glassformer {

/// Each entry of the result reads the same entry of every operand of the result's sizes, and any entry of the others.
class ElementWise : public Operation {
public:
    ChangedRows changed_rows(std::span<const ChangedRows> changed, std::span<const ConstView> in) const override {
        return row_by_row(changed, in, true);
    }

    CellBox readers(int operand, const Cell& cell, std::span<const Shape> in, const Shape& out) const override {
        const Shape& of = in[static_cast<std::size_t>(operand)];
        return of.rank() == out.rank() && of.count() == out.count() ? CellBox::cell(cell) : CellBox::whole(out);
    }

protected:
    /// The result's shape where all of `count` operands have it; throws Error where they differ.
    Shape equal_shapes(std::span<const Shape> in, std::size_t count) const {
        expect_operands(name(), in, count, count);
        for (const Shape& shape : in)
            if (!(shape == in[0]))
                throw Error(std::string(name()) + " needs equal shapes, got " + text(in[0]) + " and " + text(shape));
        return in[0];
    }
};

/// Each row of the result reads the same row of every operand that has rows, and the whole of the others. Unless an
/// operation says otherwise, all of its rows are as long as those of the first operand, and the others are parameters
/// of one entry a column.
class RowWise : public Operation {
public:
    ChangedRows changed_rows(std::span<const ChangedRows> changed, std::span<const ConstView> in) const override {
        return row_by_row(changed, in, false);
    }

    CellBox readers(int operand, const Cell& cell, std::span<const Shape>, const Shape& out) const override {
        const int last = out.rank() - 1;
        return operand == 0 ? CellBox::cell(cell).along(last, out) : CellBox::whole(out).at(last, cell[0]);
    }
};

/// Reads of its first operand only the size.
class SizedByFirst : public Operation {
public:
    ChangedRows changed_rows(std::span<const ChangedRows> changed, std::span<const ConstView> in) const override {
        return Operation::changed_rows(changed.subspan(1), in);
    }
};

}  // namespace glassformer
