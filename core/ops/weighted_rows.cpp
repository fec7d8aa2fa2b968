// Many rows become one: each faded by its weight, all added up.
#include "core/ops/example_operands.h"
#include "core/ops/operands.h"
#include "core/ops/ops.h"

namespace glassformer::op {

namespace {

class WeightedRows : public Operation {
public:
    std::string_view name() const override { return "weighted_rows"; }

    std::string formula(std::size_t) const override { return "{out} = Σ_{i} {0}[i] {1}[i]"; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 2, 2);
        const Shape &weights = in[0], &x = in[1];
        if (x.rank() < 2 || x.rank() > 3 || weights.rank() != x.rank() - 1 || weights.count() != x.rows() ||
            weights.cols() != x.size(x.rank() - 2))
            throw Error("weighted_rows needs one weight per row of [pos, d_model], got " + text(weights) + " and " +
                        text(x));
        return x.rank() == 3 ? Shape{x[0], x[2]} : Shape{x[1]};
    }

    void forward(const Forward& run) const override {
        const auto d = static_cast<std::size_t>(run.out.shape.cols()), tokens = tokens_of(run.in);
        for (std::size_t b = 0; b < run.out.shape.rows(); ++b) {
            Array sum = array(run.out.row(b), d);
            sum.setZero();
            for (std::size_t r = b * tokens; r < (b + 1) * tokens; ++r)
                sum += run.in[0].data[r] * array(run.in[1].row(r), d);
        }
    }

    void backward(const Backward& run) const override {
        const auto d = static_cast<std::size_t>(run.out.shape.cols()), tokens = tokens_of(run.in);
        for (std::size_t r = 0; r < run.in[1].shape.rows(); ++r) {
            const ConstArray upstream = array(run.out_grad.row(r / tokens), d);
            if (run.in_grad[0].data != nullptr) run.in_grad[0].data[r] += (upstream * array(run.in[1].row(r), d)).sum();
            if (run.in_grad[1].data != nullptr) array(run.in_grad[1].row(r), d) += run.in[0].data[r] * upstream;
        }
    }

    Derivation derive(const CellQuery& question) const override {
        const Shape& x = question.in[1];
        const int last = question.out.rank() - 1, column = question.cell[last], b = question.cell[0];
        DerivationBuilder builder(question.read);
        Step sum{.meaning = "rows, each multiplied by its weight"};
        for (int i = 0; i < x.size(x.rank() - 2); ++i)
            sum.terms.push_back({.factors = {builder.operand(0, last > 0 ? Cell{{b, i}} : Cell{{i}}),
                                             builder.operand(1, last > 0 ? Cell{{b, i, column}} : Cell{{i, column}})}});
        return builder.finish(std::move(sum));
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override {
        return {2 * entries(in[1]), bytes(in, out)};
    }

private:
    static std::size_t tokens_of(std::span<const ConstView> in) { return static_cast<std::size_t>(in[0].shape.cols()); }
};

std::vector<Example> weighted_rows_examples() {
    const auto example = [](const char* label, const Shape& weights, const Shape& x) {
        return Example{label, weighted_rows(), {normal_tensor(weights, 1), normal_tensor(x, 2)}};
    };
    return {example("one text", {{Axis::key, 7}}, {{Axis::position, 7}, {Axis::d_model, 5}}),
            example("one token", {{Axis::key, 1}}, {{Axis::position, 1}, {Axis::d_model, 3}}),
            example("a batch", {{Axis::batch, 3}, {Axis::key, 4}},
                    {{Axis::batch, 3}, {Axis::position, 4}, {Axis::d_model, 5}})};
}

}  // namespace

OperationPtr weighted_rows() { return std::make_shared<WeightedRows>(); }

extern const OperationRow weighted_rows_row{"weighted_rows", weighted_rows_examples};

}  // namespace glassformer::op
