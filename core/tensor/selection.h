// A selection of cells: an index an axis, or Cell::all for every index along it: [1,*,*] is head 1. A plain cell is the
// selection of itself.
#pragma once

#include <cstddef>

#include "core/tensor/tensor.h"

namespace glassformer {

/// Every index lies in the shape or is Cell::all.
bool selects_within(const Shape& shape, const Cell& selection);
/// The cell is one of the selected.
bool selects(const Cell& selection, const Cell& cell, int rank);

/// The selected cells lie in memory as `count` stretches of `length` entries; an index of each of the first `axes` axes
/// says which, the axes behind them are whole.
struct Stretches {
    int axes = 0;
    std::size_t count = 1, length = 1;
};
Stretches stretches(const Shape& shape, const Cell& selection);

/// Calls each(first entry, number of entries) for every stretch, in the order of memory.
template <class Each>
void for_each_stretch(const Shape& shape, const Cell& selection, const Each& each) {
    const Stretches of = stretches(shape, selection);
    Cell cell;
    for (int d = 0; d < of.axes; ++d) cell[d] = selection[d] == Cell::all ? 0 : selection[d];
    for (std::size_t i = 0; i < of.count; ++i) {
        each(shape.offset(cell), of.length);
        for (int d = of.axes - 1; d >= 0; --d) {  // the next index, the last axis first
            if (selection[d] != Cell::all) continue;
            if (++cell[d] < shape.size(d)) break;
            cell[d] = 0;
        }
    }
}

}  // namespace glassformer
