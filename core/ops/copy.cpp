// The operand, unchanged. Stages that have nothing to do in some model (no scale, no mask) still stand in the trace.
#include <optional>

#include "core/ops/example_operands.h"
#include "core/ops/ops.h"
#include "core/ops/row_wise.h"

namespace glassformer::op {

namespace {

class Copy : public ElementWise {
public:
    explicit Copy(std::optional<Axis> as = {}) : as_(as) {}

    std::string_view name() const override { return "copy"; }

    std::string formula(std::size_t) const override { return "{out} = {0}"; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 1, 1);
        const int last = in[0].rank() - 1;
        return as_ && last >= 0 ? in[0].with(last, {*as_, in[0].cols()}) : in[0];
    }

    void forward(const Forward& run) const override {
        if (run.in[0].data != run.out.data) std::copy_n(run.in[0].data, run.out.shape.count(), run.out.data);
    }

    void backward(const Backward& run) const override {
        const std::size_t n = run.out.shape.count();
        if (run.in_grad[0].data != nullptr && run.in_grad[0].data != run.out_grad.data)
            contribute(array(run.in_grad[0].data, n), array(run.out_grad.data, n), run.accumulates(0));
    }
    bool assigns_gradients() const override { return true; }
    int output_may_alias() const override { return 0; }
    int gradient_may_alias() const override { return 0; }

    Derivation derive(const CellQuery& question) const override {
        DerivationBuilder builder(question.read);
        return builder.finish({.terms = {{.factors = {builder.operand(0, question.cell)}}}});
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override { return {0, bytes(in, out)}; }

private:
    std::optional<Axis> as_;  // the last axis' name in the result
};

std::vector<Example> copy_examples() {
    return {{"another name", copy(Axis::d_model), {normal_tensor({{Axis::position, 3}, {Axis::heads, 4}}, 3)}},
            {"one head", copy(), {normal_tensor({{Axis::head, 1}, {Axis::query, 3}, {Axis::key, 5}}, 1)}},
            {"a batch", copy(), {normal_tensor({{Axis::batch, 2}, {Axis::position, 3}, {Axis::d_model, 7}}, 2)}}};
}

}  // namespace

OperationPtr copy() { return std::make_shared<Copy>(); }
OperationPtr copy(Axis as) { return std::make_shared<Copy>(as); }

extern const OperationRow copy_row{"copy", copy_examples};

}  // namespace glassformer::op
