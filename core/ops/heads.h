// How attention's tensors lie in memory: [batch,] head, rows, columns, one matrix a head. Which kv head a query head
// reads is said here alone. Part of the bodies of attention's operations; nobody else includes it.
#pragma once

#include "core/ops/operands.h"
#include "core/product.h"

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

/// Throws unless the two shapes have heads, the same batch, and a number of kv heads that divides that of heads.
inline void expect_grouped(std::string_view operation, const Shape& a, const Shape& kv) {
    const auto refuse = [&](const std::string& needs) {
        throw Error(std::string(operation) + " needs " + needs + ", got " + text(a) + " and " + text(kv));
    };
    if (!has_heads(a) || !has_heads(kv)) refuse("operands [batch,] head, rows, columns");
    if (a.rank() != kv.rank() || a.batch() != kv.batch()) refuse("both operands with the same batch axis or none");
    const int heads = heads_of(a).heads, kv_heads = heads_of(kv).heads;
    if (kv_heads < 1 || heads % kv_heads != 0)
        refuse("a number of heads that is a multiple of the kv heads, not " + std::to_string(heads) + " of " +
               std::to_string(kv_heads));
}

/// Calls each(b, head, g, pool) for every query head and the kv head g it reads. Heads of one g follow each other on
/// one thread, so that they may add to the same gradient; the pool goes to the products where heads are few.
template <class Each>
void for_each_head(Pool* pool, const Heads& queries, int kv_heads, double flop_a_head, const Each& each) {
    const int group = queries.heads / kv_heads;
    const auto groups = static_cast<std::size_t>(queries.batch) * static_cast<std::size_t>(kv_heads);
    const bool few = pool == nullptr || groups < static_cast<std::size_t>(pool->threads());
    const auto worth = static_cast<std::size_t>(flop_a_head * group / 64);  // 64 FLOP of a product cost one entry
    split(few ? nullptr : pool, groups, worth, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const int b = static_cast<int>(i) / kv_heads, g = static_cast<int>(i) % kv_heads;
            for (int head = g * group; head < (g + 1) * group; ++head) each(b, head, g, few ? pool : nullptr);
        }
    });
}

}  // namespace glassformer
