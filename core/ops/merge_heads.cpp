// The heads side by side again: each token's row is the concatenation of its heads' rows.
#include "core/ops/example_operands.h"
#include "core/ops/ops.h"
#include "core/ops/row_wise.h"

namespace glassformer::op {

namespace {

class MergeHeads : public RowWise {
public:
    std::string_view name() const override { return "merge_heads"; }

    std::string formula(std::size_t) const override { return "{out} = \\text{concat}_{h} ({0}_{h})"; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 1, 1);
        const Shape& x = in[0];
        if (x.rank() < 3) throw Error("merge_heads needs [head, pos, d_head], got " + text(x));
        const Dimension tokens = x[x.rank() - 2], columns{Axis::heads, x.size(x.rank() - 3) * x.cols()};
        return x.rank() == 4 ? Shape{x[0], tokens, columns} : Shape{tokens, columns};
    }

    void forward(const Forward& run) const override {
        const ConstView x = run.in[0];
        const auto d_head = static_cast<std::size_t>(x.shape.cols());
        split(run.pool, x.shape.rows(), d_head, [&](std::size_t begin, std::size_t end) {
            each_row(x.shape, begin, end,
                     [&](std::size_t r, std::size_t to) { copy_short(x.row(r), d_head, run.out.data + to); });
        });
    }

    void backward(const Backward& run) const override {
        const View x = run.in_grad[0];
        if (x.data == nullptr) return;
        const auto d_head = static_cast<std::size_t>(x.shape.cols());
        each_row(x.shape, 0, x.shape.rows(), [&](std::size_t r, std::size_t from) {
            if (run.accumulates(0))
                array(x.row(r), d_head) += array(run.out_grad.data + from, d_head);
            else
                copy_short(run.out_grad.data + from, d_head, x.row(r));
        });
    }
    bool assigns_gradients() const override { return true; }

    CellBox readers(int, const Cell& cell, std::span<const Shape> in, const Shape& out) const override {
        const int last = in[0].rank() - 1;
        Cell entry;
        if (last == 3) entry[0] = cell[0];
        entry[last - 2] = cell[last - 1];
        entry[last - 1] = cell[last - 2] * in[0].cols() + cell[last];
        static_cast<void>(out);
        return CellBox::cell(entry);
    }

    Derivation derive(const CellQuery& question) const override {
        const int last = question.out.rank() - 1, d_head = question.in[0].cols();
        Cell entry;
        if (last == 2) entry[0] = question.cell[0];
        entry[last - 1] = question.cell[last] / d_head;
        entry[last] = question.cell[last - 1];
        entry[last + 1] = question.cell[last] % d_head;
        DerivationBuilder builder(question.read);
        return builder.finish({.terms = {{.factors = {builder.operand(0, entry)}}}});
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override { return {0, bytes(in, out)}; }

private:
    /// Calls row(r, offset in the result) for rows begin … end - 1 of x, each of which is (sequence, head, token).
    template <class Row>
    static void each_row(const Shape& x, std::size_t begin, std::size_t end, const Row& row) {
        const auto tokens = static_cast<std::size_t>(x.size(x.rank() - 2));
        const auto heads = static_cast<std::size_t>(x.size(x.rank() - 3)), d_head = static_cast<std::size_t>(x.cols());
        if (begin == end) return;
        std::size_t token = begin % tokens, head = begin / tokens % heads, sequence = begin / tokens / heads;
        for (std::size_t r = begin; r < end; ++r) {
            row(r, ((sequence * tokens + token) * heads + head) * d_head);
            if (++token < tokens) continue;
            token = 0;
            if (++head < heads) continue;
            head = 0;
            ++sequence;
        }
    }
};

std::vector<Example> merge_heads_examples() {
    return {
        {"three heads", merge_heads(), {normal_tensor({{Axis::head, 3}, {Axis::position, 5}, {Axis::d_head, 2}}, 1)}},
        {"one head, one token",
         merge_heads(),
         {normal_tensor({{Axis::head, 1}, {Axis::position, 1}, {Axis::d_head, 4}}, 2)}},
        {"a batch",
         merge_heads(),
         {normal_tensor({{Axis::batch, 2}, {Axis::head, 3}, {Axis::position, 4}, {Axis::d_head, 2}}, 3)}}};
}

}  // namespace

OperationPtr merge_heads() { return std::make_shared<MergeHeads>(); }

extern const OperationRow merge_heads_row{"merge_heads", merge_heads_examples};

}  // namespace glassformer::op
