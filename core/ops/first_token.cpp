// The first token's row: what a classifier that starts its texts with [CLS] looks at.
#include "core/ops/example_operands.h"
#include "core/ops/operands.h"
#include "core/ops/ops.h"

namespace glassformer::op {

namespace {

class FirstToken : public Operation {
public:
    std::string_view name() const override { return "first_token"; }

    std::string formula(std::size_t) const override { return "{out} = {0}[0]"; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 1, 1);
        const Shape& x = in[0];
        if (x.rank() < 2 || x.rank() > 3 || x.size(x.rank() - 2) == 0)
            throw Error("first_token needs [pos, d_model] with at least one token, got " + text(x));
        return x.rank() == 3 ? Shape{x[0], x[2]} : Shape{x[1]};
    }

    void forward(const Forward& run) const override {
        const std::size_t tokens = tokens_of(run.in[0].shape);
        for (std::size_t b = 0; b < run.out.shape.rows(); ++b)
            std::copy_n(run.in[0].row(b * tokens), run.out.shape.cols(), run.out.row(b));
    }

    void backward(const Backward& run) const override {
        if (run.in_grad[0].data == nullptr) return;
        const auto d = static_cast<std::size_t>(run.out.shape.cols());
        const std::size_t tokens = tokens_of(run.in[0].shape);
        for (std::size_t b = 0; b < run.out.shape.rows(); ++b)
            array(run.in_grad[0].row(b * tokens), d) += array(run.out_grad.row(b), d);
    }

    Derivation derive(const CellQuery& question) const override {
        const Cell source =
            question.out.rank() == 2 ? Cell{{question.cell[0], 0, question.cell[1]}} : Cell{{0, question.cell[0]}};
        DerivationBuilder builder(question.read);
        return builder.finish({.terms = {{.factors = {builder.operand(0, source)}}}});
    }

    Cost cost(std::span<const Shape>, const Shape& out) const override { return {0, 8 * entries(out)}; }

private:
    static std::size_t tokens_of(const Shape& x) { return static_cast<std::size_t>(x.size(x.rank() - 2)); }
};

std::vector<Example> first_token_examples() {
    return {
        {"one text", first_token(), {normal_tensor({{Axis::position, 3}, {Axis::d_model, 5}}, 1)}},
        {"one token", first_token(), {normal_tensor({{Axis::position, 1}, {Axis::d_model, 4}}, 2)}},
        {"a batch", first_token(), {normal_tensor({{Axis::batch, 3}, {Axis::position, 2}, {Axis::d_model, 5}}, 3)}}};
}

}  // namespace

OperationPtr first_token() { return std::make_shared<FirstToken>(); }

extern const OperationRow first_token_row{"first_token", first_token_examples};

}  // namespace glassformer::op
