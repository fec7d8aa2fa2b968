// A sum of two tensors: the residual stream, positions onto embeddings, a bias onto scores.
#include "core/ops/example_operands.h"
#include "core/ops/operands.h"
#include "core/ops/ops.h"

namespace glassformer::op {

namespace {

class Add : public Operation {
public:
    std::string_view name() const override { return "add"; }

    std::string formula(std::size_t) const override { return "{out} = {0} + {1}"; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 2, 2);
        const Shape &a = in[0], &b = in[1];
        if (a == b) return a;
        const bool without_batch = a.find(Axis::batch) == 0 && b.rank() == a.rank() - 1 && [&] {
            for (int d = 0; d < b.rank(); ++d)
                if (!(b[d] == a[d + 1])) return false;
            return true;
        }();
        if (!without_batch)
            throw Error("add needs equal shapes, or a second one without the batch axis, got " + text(a) + " plus " +
                        text(b));
        return a;
    }

    void forward(const Forward& run) const override {
        const std::size_t n = run.in[1].shape.count();
        split(run.pool, repeats(run.in[0].shape, run.in[1].shape), n, [&](std::size_t begin, std::size_t end) {
            for (std::size_t r = begin; r < end; ++r)
                array(run.out.data + r * n, n) = array(run.in[0].data + r * n, n) + array(run.in[1].data, n);
        });
    }

    void backward(const Backward& run) const override {
        const std::size_t n = run.in[1].shape.count();
        float *a = run.in_grad[0].data, *b = run.in_grad[1].data;
        for (std::size_t r = 0; r < repeats(run.in[0].shape, run.in[1].shape); ++r) {
            const ConstArray upstream = array(run.out_grad.data + r * n, n);
            if (a != nullptr) contribute(array(a + r * n, n), upstream, run.accumulates(0));
            if (b != nullptr && b != run.out_grad.data) contribute(array(b, n), upstream, run.accumulates(1) || r > 0);
        }
    }
    bool assigns_gradients() const override { return true; }
    // The second operand: the first of a residual sum is read elsewhere too.
    int output_may_alias() const override { return 1; }
    int gradient_may_alias() const override { return 1; }

    ChangedRows changed_rows(std::span<const ChangedRows> changed, std::span<const ConstView> in) const override {
        return row_by_row(changed, in, true);
    }

    CellBox readers(int operand, const Cell& cell, std::span<const Shape> in, const Shape& out) const override {
        return same_cell(in[static_cast<std::size_t>(operand)], cell, out);
    }

    Derivation derive(const CellQuery& question) const override {
        Cell second = question.cell;
        if (question.in[1].rank() < question.in[0].rank()) second = Cell{{second[1], second[2], second[3], 0}};
        DerivationBuilder builder(question.read);
        return builder.finish(
            {.terms = {{.factors = {builder.operand(0, question.cell)}}, {.factors = {builder.operand(1, second)}}}});
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override { return {entries(out), bytes(in, out)}; }

private:
    /// How often b serves: once a sequence of the batch, or once.
    static std::size_t repeats(const Shape& a, const Shape& b) {
        return a.rank() == b.rank() ? 1 : static_cast<std::size_t>(a.size(0));
    }
};

}  // namespace

OperationPtr add() { return std::make_shared<Add>(); }

namespace {

std::vector<Example> add_examples() {
    const Shape stream{{Axis::position, 5}, {Axis::d_model, 3}};
    const Shape batched{{Axis::batch, 2}, {Axis::position, 5}, {Axis::d_model, 3}};
    const Shape scores{{Axis::batch, 3}, {Axis::head, 2}, {Axis::query, 1}, {Axis::key, 5}};
    const Shape bias{{Axis::head, 2}, {Axis::query, 1}, {Axis::key, 5}};
    return {{"one text", add(), {normal_tensor(stream, 1), normal_tensor(stream, 2)}},
            {"a batch", add(), {normal_tensor(batched, 3), normal_tensor(batched, 4)}},
            {"positions for a batch", add(), {normal_tensor(batched, 5), normal_tensor(stream, 6)}},
            {"a bias for a batch", add(), {normal_tensor(scores, 7), normal_tensor(bias, 8)}}};
}

}  // namespace

extern const OperationRow add_row{"add", add_examples};

}  // namespace glassformer::op
