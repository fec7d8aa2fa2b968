// A box of cells of a tensor: which cells of a result may read a cell of an operand.
#pragma once

#include <array>

#include "core/tensor/tensor.h"

namespace glassformer {

/// Along dimension d the cells first[d] … first[d] + count[d] - 1.
struct CellBox {
    Cell first;
    std::array<int, 4> count{1, 1, 1, 1};

    static CellBox whole(const Shape& shape) {
        CellBox box;
        for (int d = 0; d < shape.rank(); ++d) box.range(d, 0, shape.size(d));
        return box;
    }
    static CellBox cell(const Cell& cell) { return {.first = cell}; }
    static CellBox none() { return {.first = {}, .count = {0, 0, 0, 0}}; }

    /// The same box with these cells along dimension d.
    CellBox& range(int d, int from, int size) {
        first[d] = from;
        count[static_cast<std::size_t>(d)] = size;
        return *this;
    }
    CellBox& at(int d, int index) { return range(d, index, 1); }
    CellBox& along(int d, const Shape& shape) { return range(d, 0, shape.size(d)); }

    /// Calls each(cell), row-major.
    template <class Each>
    void each_cell(const Each& each) const {
        Cell cell;
        const auto end = [&](int d) { return first[d] + count[static_cast<std::size_t>(d)]; };
        for (cell[0] = first[0]; cell[0] < end(0); ++cell[0])
            for (cell[1] = first[1]; cell[1] < end(1); ++cell[1])
                for (cell[2] = first[2]; cell[2] < end(2); ++cell[2])
                    for (cell[3] = first[3]; cell[3] < end(3); ++cell[3]) each(cell);
    }
};

}  // namespace glassformer
