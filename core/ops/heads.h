// What attention's operations share beside the layout of core/tensor/head_layout.h: which shapes go together, and one
// head after the other over the pool. Included by operations only.
#pragma once

#include "core/base/aligned.h"
#include "core/math/product.h"
#include "core/ops/changed_rows.h"
#include "core/ops/operands.h"
#include "core/tensor/head_layout.h"

namespace glassformer {

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
void for_each_head(ThreadPool* pool, const Heads& queries, int kv_heads, double flop_a_head, const Each& each) {
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

/// Scores [head, query, key] of queries (operand 0) with keys (operand 1), and a parameter that all of them read.
class PairScores : public Operation {
public:
    /// Changed queries change their rows of the scores, changed keys their columns.
    ChangedRows changed_rows(std::span<const ChangedRows> changed, std::span<const ConstView> in) const override {
        if (changed.size() > 2 && changed[2].any()) return ChangedRows::all();
        if (row_dimension(in[0].shape) < 0 && (changed[0].any() || changed[1].any())) return ChangedRows::all();
        return {.row = changed[0].row, .column = changed[1].row};
    }

    CellBox readers(int operand, const Cell& cell, std::span<const Shape> in, const Shape& out) const override {
        const int last = out.rank() - 1;
        if (operand == 0) return CellBox::cell(cell).along(last, out);
        return operand == 1 ? kv_readers(cell, in[1], out).along(last - 1, out).at(last, cell[last - 1])
                            : CellBox::whole(out);
    }

protected:
    /// The terms of the query's dot product with its key: of all columns, or of one.
    static std::vector<Term> dot_product(const DerivationBuilder& builder, const CellQuery& question, int only = -1) {
        const Heads q = heads_of(question.in[0]), k = heads_of(question.in[1]);
        const auto [head, i, j] = head_cell(question.cell, question.out);
        const int kv = kv_head(head, q.heads, k.heads);
        std::vector<Term> terms;
        for (int c = std::max(only, 0); c < (only < 0 ? q.cols : only + 1); ++c)
            terms.push_back({.factors = {builder.operand(0, q.cell(question.cell, head, i, c)),
                                         builder.operand(1, k.cell(question.cell, kv, j, c))}});
        return terms;
    }
};

/// Room for [queries, offset]: kept between calls, one a thread, so that an evaluation allocates nothing.
inline float* offset_scratch(int queries, int offsets) {
    thread_local AlignedFloats room;
    const std::size_t size = static_cast<std::size_t>(queries) * static_cast<std::size_t>(offsets);
    if (room.size() < size) room.resize(size);
    return room.data();
}

}  // namespace glassformer
