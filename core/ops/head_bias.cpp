// A learned vector added to every query of a head (Dai et al. 2019): what the head asks whatever the token.
#include "core/ops/example_operands.h"
#include "core/ops/ops.h"
#include "core/ops/row_wise.h"
#include "core/tensor/head_layout.h"

namespace glassformer::op {

namespace {

class HeadBias : public ElementWise {
public:
    std::string_view name() const override { return "head_bias"; }

    std::string formula(std::size_t) const override { return "{out} = {0} + {1}"; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 2, 2);
        if (!has_heads(in[0]) || in[1].rank() != 2 || in[1].size(0) != heads_of(in[0]).heads ||
            in[1].cols() != in[0].cols())
            throw Error("head_bias needs queries [head, pos, d_head] and a bias [head, d_head], got " + text(in[0]) +
                        " and " + text(in[1]));
        return in[0];
    }

    void forward(const Forward& run) const override {
        const auto columns = static_cast<std::size_t>(run.out.shape.cols());
        for (std::size_t r = 0; r < run.out.shape.rows(); ++r)
            array(run.out.row(r), columns) =
                array(run.in[0].row(r), columns) + array(run.in[1].row(head_of(run.out.shape, r)), columns);
    }

    void backward(const Backward& run) const override {
        const auto columns = static_cast<std::size_t>(run.out.shape.cols());
        for (std::size_t r = 0; r < run.out.shape.rows(); ++r) {
            const ConstArray upstream = array(run.out_grad.row(r), columns);
            if (run.in_grad[0].data != nullptr) array(run.in_grad[0].row(r), columns) += upstream;
            if (run.in_grad[1].data != nullptr)
                array(run.in_grad[1].row(head_of(run.out.shape, r)), columns) += upstream;
        }
    }

    Derivation derive(const CellQuery& question) const override {
        const HeadCell at = head_cell(question.cell, question.out);
        DerivationBuilder builder(question.read);
        return builder.finish({.terms = {{.factors = {builder.operand(0, question.cell)}},
                                         {.factors = {builder.operand(1, Cell{{at.head, at.col}})}}}});
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override { return {entries(out), bytes(in, out)}; }

private:
    static std::size_t head_of(const Shape& shape, std::size_t row) {
        const Heads of = heads_of(shape);
        return row / static_cast<std::size_t>(of.rows) % static_cast<std::size_t>(of.heads);
    }
};

std::vector<Example> head_bias_examples() {
    const auto example = [](const char* label, const Shape& queries, int heads, int d_head) {
        return Example{label,
                       head_bias(),
                       {normal_tensor(queries, 1), normal_tensor({{Axis::head, heads}, {Axis::d_head, d_head}}, 2)}};
    };
    return {example("three heads", {{Axis::head, 3}, {Axis::position, 4}, {Axis::d_head, 5}}, 3, 5),
            example("one token", {{Axis::head, 1}, {Axis::position, 1}, {Axis::d_head, 2}}, 1, 2),
            example("a batch", {{Axis::batch, 2}, {Axis::head, 2}, {Axis::position, 3}, {Axis::d_head, 4}}, 2, 4)};
}

}  // namespace

OperationPtr head_bias() { return std::make_shared<HeadBias>(); }

extern const OperationRow head_bias_row{"head_bias", head_bias_examples};

}  // namespace glassformer::op
