// The mean over the tokens of a text, padding left out: what a classifier looks at.
#include "core/ops/example_operands.h"
#include "core/ops/operands.h"
#include "core/ops/ops.h"

namespace glassformer::op {

namespace {

class MeanPool : public Operation {
public:
    std::string_view name() const override { return "mean_pool"; }

    std::string formula(std::size_t operands) const override {
        return operands > 1 ? "{out} = \\frac{Σ_{i} {1}[i] {0}[i]}{Σ_{i} {1}[i]}" : "{out} = \\frac{Σ_{i} {0}[i]}{n}";
    }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 1, 2);
        const Shape& x = in[0];
        if (x.rank() < 2 || x.rank() > 3) throw Error("mean_pool needs [pos, d_model], got " + text(x));
        if (in.size() > 1 && (in[1].count() != x.rows() || in[1].cols() != x.size(x.rank() - 2)))
            throw Error("mean_pool needs one padding entry a token of " + text(x) + ", got " + text(in[1]));
        return x.rank() == 3 ? Shape{x[0], x[2]} : Shape{x[1]};
    }

    void forward(const Forward& run) const override {
        const auto d = static_cast<std::size_t>(run.out.shape.cols());
        const std::size_t tokens = tokens_of(run.in[0].shape);
        for (std::size_t b = 0; b < run.out.shape.rows(); ++b) {
            Array mean = array(run.out.row(b), d);
            mean.setZero();
            for (std::size_t i = 0; i < tokens; ++i)
                if (counts(run.in, b * tokens + i)) mean += array(run.in[0].row(b * tokens + i), d);
            mean *= share(run.in, b);
        }
    }

    void backward(const Backward& run) const override {
        if (run.in_grad[0].data == nullptr) return;
        const auto d = static_cast<std::size_t>(run.out.shape.cols());
        const std::size_t tokens = tokens_of(run.in[0].shape);
        for (std::size_t r = 0; r < run.in[0].shape.rows(); ++r)
            if (counts(run.in, r))
                array(run.in_grad[0].row(r), d) += array(run.out_grad.row(r / tokens), d) * share(run.in, r / tokens);
    }

    Derivation derive(const CellQuery& question) const override {
        const Shape& x = question.in[0];
        const int tokens = x.size(x.rank() - 2), column = question.cell[question.out.rank() - 1];
        const int b = x.rank() == 3 ? question.cell[0] : 0;
        DerivationBuilder builder(question.read);
        Step number{.symbol = "n", .meaning = "number of tokens"}, mean;
        for (int i = 0; i < tokens; ++i) {
            Factor one = DerivationBuilder::constant(1);
            if (question.in.size() > 1) {
                const auto entry =
                    static_cast<std::size_t>(b) * static_cast<std::size_t>(tokens) + static_cast<std::size_t>(i);
                one = builder.operand(1, question.in[1].cell(entry));
                if (one.value == 0) continue;
            }
            number.terms.push_back({.factors = {one}});
            mean.terms.push_back(
                {.factors = {builder.operand(0, x.rank() == 3 ? Cell{{b, i, column}} : Cell{{i, column}})}});
        }
        if (mean.terms.empty()) return DerivationBuilder::fixed(0, "every token is padding");
        const int n = builder.add(number);
        for (Term& term : mean.terms) term.factors.push_back(DerivationBuilder::divide(builder.step(n)));
        return builder.finish(mean);
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override { return {entries(in[0]), bytes(in, out)}; }

private:
    static std::size_t tokens_of(const Shape& x) { return static_cast<std::size_t>(x.size(x.rank() - 2)); }

    static bool counts(std::span<const ConstView> in, std::size_t row) { return in.size() < 2 || in[1].data[row] != 0; }

    /// 1 / number of tokens of sequence b; 0 where there is none.
    static float share(std::span<const ConstView> in, std::size_t b) {
        const std::size_t tokens = tokens_of(in[0].shape);
        int number = 0;
        for (std::size_t i = 0; i < tokens; ++i) number += counts(in, b * tokens + i) ? 1 : 0;
        return number == 0 ? 0.0F : 1.0F / static_cast<float>(number);
    }
};

std::vector<Example> mean_pool_examples() {
    const Shape batched{{Axis::batch, 3}, {Axis::position, 4}, {Axis::d_model, 5}};
    return {{"one text", mean_pool(), {normal_tensor({{Axis::position, 7}, {Axis::d_model, 5}}, 1)}},
            {"one token", mean_pool(), {normal_tensor({{Axis::position, 1}, {Axis::d_model, 3}}, 2)}},
            {"a batch", mean_pool(), {normal_tensor(batched, 3)}},
            {"a batch with padding",
             mean_pool(),
             {normal_tensor(batched, 4),
              tensor_of({{Axis::batch, 3}, {Axis::position, 4}}, {1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0})}}};
}

}  // namespace

OperationPtr mean_pool() { return std::make_shared<MeanPool>(); }

extern const OperationRow mean_pool_row{"mean_pool", mean_pool_examples};

}  // namespace glassformer::op
