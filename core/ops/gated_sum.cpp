// The cell of an LSTM (Hochreiter and Schmidhuber 1997; the forget gate by Gers et al. 2000): what is kept of the cell
// before and what is written into it, added.
#include "core/ops/example_operands.h"
#include "core/ops/ops.h"
#include "core/ops/row_wise.h"

namespace glassformer::op {

namespace {

class GatedSum : public ElementWise {
public:
    std::string_view name() const override { return "gated_sum"; }

    std::string formula(std::size_t) const override { return "{out} = {0} ⊙ {1} + {2} ⊙ {3}"; }

    Shape infer(std::span<const Shape> in) const override { return equal_shapes(in, 4); }

    void forward(const Forward& run) const override {
        const std::size_t n = run.out.shape.count();
        array(run.out.data, n) =
            array(run.in[0].data, n) * array(run.in[1].data, n) + array(run.in[2].data, n) * array(run.in[3].data, n);
    }

    void backward(const Backward& run) const override {
        const std::size_t n = run.out.shape.count();
        for (std::size_t i = 0; i < 4; ++i)
            if (run.in_grad[i].data != nullptr)
                array(run.in_grad[i].data, n) += array(run.in[i ^ 1U].data, n) * array(run.out_grad.data, n);
    }

    Derivation derive(const CellQuery& question) const override {
        DerivationBuilder builder(question.read);
        const auto term = [&](int a, int b) {
            return Term{.factors = {builder.operand(a, question.cell), builder.operand(b, question.cell)}};
        };
        return builder.finish({.terms = {term(0, 1), term(2, 3)}});
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override { return {3 * entries(out), bytes(in, out)}; }
};

std::vector<Example> gated_sum_examples() {
    const auto example = [](const char* label, const Shape& shape) {
        return Example{
            label,
            gated_sum(),
            {normal_tensor(shape, 1), normal_tensor(shape, 2), normal_tensor(shape, 3), normal_tensor(shape, 4)}};
    };
    return {example("one step", {{Axis::position, 1}, {Axis::d_hidden, 7}}),
            example("a batch", {{Axis::batch, 3}, {Axis::position, 1}, {Axis::d_hidden, 5}})};
}

}  // namespace

OperationPtr gated_sum() { return std::make_shared<GatedSum>(); }

extern const OperationRow gated_sum_row{"gated_sum", gated_sum_examples};

}  // namespace glassformer::op
