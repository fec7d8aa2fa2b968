// A sum of two or three tensors: the residual stream, positions and segments onto embeddings, a bias onto scores.
#include "core/ops/example_operands.h"
#include "core/ops/ops.h"
#include "core/ops/row_wise.h"

namespace glassformer::op {

namespace {

class Add : public ElementWise {
public:
    std::string_view name() const override { return "add"; }

    std::string formula(std::size_t operands) const override {
        return operands > 2 ? "{out} = {0} + {1} + {2}" : "{out} = {0} + {1}";
    }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 2, 3);
        for (const Shape& b : in.subspan(1))
            if (!(b == in[0]) && !lacks_batch(in[0], b))
                throw Error("add needs equal shapes, or a second one without the batch axis, got " + text(in[0]) +
                            " plus " + text(b));
        return in[0];
    }

    void forward(const Forward& run) const override {
        // An operand without the batch axis serves once a sequence of it.
        const std::size_t sequences = sequences_of(run.in), n = run.in[0].shape.count() / sequences;
        const auto part = [&](std::size_t operand, std::size_t r) {
            const bool whole = run.in[operand].shape.rank() == run.in[0].shape.rank();
            return array(run.in[operand].data + (whole ? r * n : 0), n);
        };
        split(run.pool, sequences, n, [&](std::size_t begin, std::size_t end) {
            for (std::size_t r = begin; r < end; ++r)
                if (run.in.size() == 2)
                    array(run.out.data + r * n, n) = part(0, r) + part(1, r);
                else
                    array(run.out.data + r * n, n) = part(0, r) + part(1, r) + part(2, r);
        });
    }

    void backward(const Backward& run) const override {
        const std::size_t sequences = sequences_of(run.in), n = run.in[0].shape.count() / sequences;
        for (std::size_t r = 0; r < sequences; ++r) {
            const ConstArray upstream = array(run.out_grad.data + r * n, n);
            for (std::size_t o = 0; o < run.in.size(); ++o) {
                float* const gradient = run.in_grad[o].data;
                if (gradient == nullptr || gradient == run.out_grad.data) continue;
                const bool whole = run.in[o].shape.rank() == run.in[0].shape.rank();
                contribute(array(gradient + (whole ? r * n : 0), n), upstream, run.accumulates(o) || (!whole && r > 0));
            }
        }
    }
    bool assigns_gradients() const override { return true; }
    // The second operand: the first of a residual sum is read elsewhere too.
    int output_may_alias() const override { return 1; }
    int gradient_may_alias() const override { return 1; }

    Derivation derive(const CellQuery& question) const override {
        DerivationBuilder builder(question.read);
        std::vector<Term> terms;
        for (std::size_t o = 0; o < question.in.size(); ++o) {
            Cell at = question.cell;
            if (question.in[o].rank() < question.in[0].rank()) at = Cell{{at[1], at[2], at[3], 0}};
            terms.push_back({.factors = {builder.operand(static_cast<int>(o), at)}});
        }
        return builder.finish({.terms = std::move(terms)});
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override {
        return {static_cast<double>(in.size() - 1) * entries(out), bytes(in, out)};
    }

private:
    static bool lacks_batch(const Shape& a, const Shape& b) {
        if (a.find(Axis::batch) != 0 || b.rank() != a.rank() - 1) return false;
        for (int d = 0; d < b.rank(); ++d)
            if (!(b[d] == a[d + 1])) return false;
        return true;
    }
    /// How often the smallest operand serves: once a sequence of the batch, or once.
    static std::size_t sequences_of(std::span<const ConstView> in) {
        for (const ConstView& b : in.subspan(1))
            if (b.shape.rank() < in[0].shape.rank()) return static_cast<std::size_t>(in[0].shape.size(0));
        return 1;
    }
};

std::vector<Example> add_examples() {
    const Shape stream{{Axis::position, 5}, {Axis::d_model, 3}};
    const Shape batched{{Axis::batch, 2}, {Axis::position, 5}, {Axis::d_model, 3}};
    const Shape scores{{Axis::batch, 3}, {Axis::head, 2}, {Axis::query, 1}, {Axis::key, 5}};
    const Shape bias{{Axis::head, 2}, {Axis::query, 1}, {Axis::key, 5}};
    return {{"one text", add(), {normal_tensor(stream, 1), normal_tensor(stream, 2)}},
            {"a batch", add(), {normal_tensor(batched, 3), normal_tensor(batched, 4)}},
            {"positions for a batch", add(), {normal_tensor(batched, 5), normal_tensor(stream, 6)}},
            {"a bias for a batch", add(), {normal_tensor(scores, 7), normal_tensor(bias, 8)}},
            {"three summands", add(), {normal_tensor(stream, 9), normal_tensor(stream, 10), normal_tensor(stream, 11)}},
            {"three for a batch, one of them for each text",
             add(),
             {normal_tensor(batched, 12), normal_tensor(stream, 13), normal_tensor(batched, 14)}}};
}

}  // namespace

OperationPtr add() { return std::make_shared<Add>(); }

extern const OperationRow add_row{"add", add_examples};

}  // namespace glassformer::op
