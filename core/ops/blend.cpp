// The state of a GRU (Cho et al. 2014): the update gate says, entry by entry, how much stays and how much is new.
#include "core/ops/example_operands.h"
#include "core/ops/ops.h"
#include "core/ops/row_wise.h"

namespace glassformer::op {

namespace {

class Blend : public ElementWise {
public:
    std::string_view name() const override { return "blend"; }

    std::string formula(std::size_t) const override { return "{out} = (1 - {0}) ⊙ {1} + {0} ⊙ {2}"; }

    Shape infer(std::span<const Shape> in) const override { return equal_shapes(in, 3); }

    void forward(const Forward& run) const override {
        const std::size_t n = run.out.shape.count();
        const ConstArray z = array(run.in[0].data, n);
        array(run.out.data, n) = (1.0F - z) * array(run.in[1].data, n) + z * array(run.in[2].data, n);
    }

    void backward(const Backward& run) const override {
        const std::size_t n = run.out.shape.count();
        const ConstArray z = array(run.in[0].data, n), fresh = array(run.in[1].data, n), old = array(run.in[2].data, n);
        const ConstArray upstream = array(run.out_grad.data, n);
        if (run.in_grad[0].data != nullptr) array(run.in_grad[0].data, n) += (old - fresh) * upstream;
        if (run.in_grad[1].data != nullptr) array(run.in_grad[1].data, n) += (1.0F - z) * upstream;
        if (run.in_grad[2].data != nullptr) array(run.in_grad[2].data, n) += z * upstream;
    }

    Derivation derive(const CellQuery& question) const override {
        DerivationBuilder builder(question.read);
        const Factor z = builder.operand(0, question.cell);
        const int rest = builder.add({.symbol = "1 - z",
                                      .meaning = "weight of the candidate",
                                      .terms = {{.factors = {DerivationBuilder::constant(1)}},
                                                {.factors = {DerivationBuilder::constant(-1), z}}}});
        return builder.finish({.terms = {{.factors = {builder.step(rest), builder.operand(1, question.cell)}},
                                         {.factors = {z, builder.operand(2, question.cell)}}}});
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override { return {4 * entries(out), bytes(in, out)}; }
};

std::vector<Example> blend_examples() {
    const auto example = [](const char* label, const Shape& shape) {
        return Example{label, blend(), {normal_tensor(shape, 1), normal_tensor(shape, 2), normal_tensor(shape, 3)}};
    };
    return {example("one step", {{Axis::position, 1}, {Axis::d_hidden, 7}}),
            example("a batch", {{Axis::batch, 3}, {Axis::position, 1}, {Axis::d_hidden, 5}})};
}

}  // namespace

OperationPtr blend() { return std::make_shared<Blend>(); }

extern const OperationRow blend_row{"blend", blend_examples};

}  // namespace glassformer::op
