// A factor for every entry: attention's 1/√d_head (Vaswani et al. 2017).
#include "core/ops/example_operands.h"
#include "core/ops/ops.h"
#include "core/ops/row_wise.h"

namespace glassformer::op {

namespace {

class Scale : public ElementWise {
public:
    Scale(float factor, std::string symbol) : factor_(factor), symbol_(std::move(symbol)) {}

    std::string_view name() const override { return "scale"; }

    std::string formula(std::size_t) const override { return "{out} = " + symbol_ + " {0}"; }

    Attributes attributes() const override { return {{"factor", static_cast<double>(factor_)}}; }
    std::any settings() const override { return ScaleSettings{factor_}; }

    Shape infer(std::span<const Shape> in) const override { return equal_shapes(in, 1); }

    void forward(const Forward& run) const override {
        split(run.pool, run.out.shape.rows(), row(run.out.shape), [&](std::size_t begin, std::size_t end) {
            const std::size_t n = (end - begin) * row(run.out.shape);
            array(run.out.row(begin), n) = factor_ * array(run.in[0].row(begin), n);
        });
    }

    void backward(const Backward& run) const override {
        if (run.in_grad[0].data == nullptr) return;
        split(run.pool, run.out.shape.rows(), row(run.out.shape), [&](std::size_t begin, std::size_t end) {
            const std::size_t n = (end - begin) * row(run.out.shape);
            contribute(array(run.in_grad[0].row(begin), n), factor_ * array(run.out_grad.row(begin), n),
                       run.accumulates(0));
        });
    }
    bool assigns_gradients() const override { return true; }
    int output_may_alias() const override { return 0; }
    int gradient_may_alias() const override { return 0; }

    Derivation derive(const CellQuery& question) const override {
        DerivationBuilder builder(question.read);
        return builder.finish(
            {.terms = {{.factors = {DerivationBuilder::constant(static_cast<double>(factor_), symbol_),
                                    builder.operand(0, question.cell)}}}});
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override { return {entries(out), bytes(in, out)}; }

private:
    static std::size_t row(const Shape& shape) { return static_cast<std::size_t>(shape.cols()); }

    float factor_;
    std::string symbol_;
};

std::vector<Example> scale_examples() {
    const Shape scores{{Axis::head, 2}, {Axis::query, 3}, {Axis::key, 5}};
    const Shape batched{{Axis::batch, 2}, {Axis::head, 1}, {Axis::query, 4}, {Axis::key, 4}};
    return {{"attention scale", scale(0.35355338F, "1 / \\sqrt{d_{head}}"), {normal_tensor(scores, 1)}},
            {"one entry", scale(-2.5F, "s"), {normal_tensor({{Axis::scalar, 1}}, 2)}},
            {"a batch", scale(0.5F, "1 / \\sqrt{d_{head}}"), {normal_tensor(batched, 3)}}};
}

}  // namespace

OperationPtr scale(float factor, std::string symbol) { return std::make_shared<Scale>(factor, std::move(symbol)); }

extern const OperationRow scale_row{"scale", scale_examples};

}  // namespace glassformer::op
