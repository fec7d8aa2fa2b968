// How attention's tensors lie in memory: [batch,] head, rows, columns, one matrix a head. Which kv head a query head
// reads is said here alone.
#pragma once

#include <span>

#include "core/tensor/cell_box.h"

namespace glassformer {

struct Heads {
    bool batched = false;
    int batch = 1, heads = 1, rows = 1, cols = 1;
    std::size_t size() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols); }
    std::size_t at(int b, int head) const {  // offset of a head's matrix
        return (static_cast<std::size_t>(b) * static_cast<std::size_t>(heads) + static_cast<std::size_t>(head)) *
               size();
    }
    std::size_t matrices() const { return static_cast<std::size_t>(batch) * static_cast<std::size_t>(heads); }
    /// Cell of entry (row, col) of a head; `like` gives the sequence of the batch.
    Cell cell(const Cell& like, int head, int row, int col) const {
        return batched ? Cell{{like[0], head, row, col}} : Cell{{head, row, col, 0}};
    }
};

/// A cell of such a tensor, without its sequence of the batch.
struct HeadCell {
    int head, row, col;
};
inline HeadCell head_cell(const Cell& cell, const Shape& shape) {
    const int first = shape.rank() - 3;
    return {cell[first], cell[first + 1], cell[first + 2]};
}

/// Of a shape that has passed has_heads().
inline Heads heads_of(const Shape& shape) {
    const bool batched = shape.rank() == 4;
    const int first = batched ? 1 : 0;
    return {batched, batched ? shape.size(0) : 1, shape.size(first), shape.size(first + 1), shape.size(first + 2)};
}

inline bool has_heads(const Shape& shape) {
    return (shape.rank() == 3 && shape.find(Axis::batch) < 0) || (shape.rank() == 4 && shape.find(Axis::batch) == 0);
}

/// Grouped-query attention (Ainslie et al. 2023): neighbouring query heads share a kv head.
inline int kv_head(int head, int heads, int kv_heads) { return head * kv_heads / heads; }

/// The query heads that read the kv head of this cell of keys or values: a box with one cell along the other axes.
inline CellBox kv_readers(const Cell& cell, const Shape& kv, const Shape& out) {
    const Heads from = heads_of(kv), to = heads_of(out);
    const int first = to.batched ? 1 : 0, head = cell[first];
    int begin = 0;
    while (kv_head(begin, to.heads, from.heads) < head) ++begin;
    int end = begin;
    while (end < to.heads && kv_head(end, to.heads, from.heads) == head) ++end;
    return CellBox::cell(cell).range(first, begin, end - begin);
}

}  // namespace glassformer
