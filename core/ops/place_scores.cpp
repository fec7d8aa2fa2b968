// A score for each place of a text, the same whatever stands there: the first entries of a learned vector, padding
// closed. Their softmax makes the weights of a fixed average.
#include <limits>

#include "core/ops/example_operands.h"
#include "core/ops/ops.h"
#include "core/ops/row_wise.h"

namespace glassformer::op {

namespace {

class PlaceScores : public SizedByFirst {
public:
    std::string_view name() const override { return "place_scores"; }

    std::string formula(std::size_t operands) const override {
        return std::string("{out}[i] = {1}[i]") + (operands > 2 ? " \\text{where} {2}[i] = 1, \\text{else} -∞" : "");
    }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 2, 3);
        const Shape &x = in[0], &table = in[1];
        if (x.rank() < 2 || x.rank() > 3 || table.rank() != 1)
            throw Error("place_scores needs rows [pos, d_model] and a score for each place [position], got " + text(x) +
                        " and " + text(table));
        const Dimension keys{Axis::key, x.size(x.rank() - 2)};
        if (keys.size > table.cols())
            throw Error("the model has scores for " + std::to_string(table.cols()) + " places, the text has " +
                        std::to_string(keys.size) + " tokens");
        if (in.size() > 2 && (in[2].count() != x.rows() || in[2].cols() != keys.size))
            throw Error("place_scores needs one padding entry a token of " + text(x) + ", got " + text(in[2]));
        return x.rank() == 3 ? Shape{x[0], keys} : Shape{keys};
    }

    void forward(const Forward& run) const override {
        const auto keys = static_cast<std::size_t>(run.out.shape.cols());
        for (std::size_t r = 0; r < run.out.shape.count(); ++r)
            run.out.data[r] = counts(run.in, r) ? run.in[1].data[r % keys] : -std::numeric_limits<float>::infinity();
    }

    void backward(const Backward& run) const override {
        if (run.in_grad[1].data == nullptr) return;
        const auto keys = static_cast<std::size_t>(run.out.shape.cols());
        for (std::size_t r = 0; r < run.out.shape.count(); ++r)
            if (counts(run.in, r)) run.in_grad[1].data[r % keys] += run.out_grad.data[r];
    }

    ClosedBy closed_by(std::size_t operands) const override { return {-1, -1, operands > 2 ? 2 : -1}; }

    Derivation derive(const CellQuery& question) const override {
        DerivationBuilder builder(question.read);
        if (question.in.size() > 2 && builder.read(2, question.in[2].cell(question.out.offset(question.cell))) == 0)
            return DerivationBuilder::fixed(-std::numeric_limits<double>::infinity(), "padding");
        return builder.finish(
            {.terms = {{.factors = {builder.operand(1, Cell{{question.cell[question.out.rank() - 1]}})}}}});
    }

    Cost cost(std::span<const Shape>, const Shape& out) const override { return {0, 8 * entries(out)}; }

private:
    static bool counts(std::span<const ConstView> in, std::size_t row) { return in.size() < 3 || in[2].data[row] != 0; }
};

std::vector<Example> place_scores_examples() {
    const Shape batched{{Axis::batch, 3}, {Axis::position, 4}, {Axis::d_model, 2}};
    const Tensor table = normal_tensor({{Axis::position, 6}}, 1);
    return {{"fewer tokens", place_scores(), {normal_tensor({{Axis::position, 4}, {Axis::d_model, 2}}, 2), table}},
            {"every place", place_scores(), {normal_tensor({{Axis::position, 6}, {Axis::d_model, 3}}, 3), table}},
            {"a batch", place_scores(), {normal_tensor(batched, 4), table}},
            {"a batch with padding",
             place_scores(),
             {normal_tensor(batched, 5), table,
              tensor_of({{Axis::batch, 3}, {Axis::position, 4}}, {1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0})}}};
}

}  // namespace

OperationPtr place_scores() { return std::make_shared<PlaceScores>(); }

extern const OperationRow place_scores_row{"place_scores", place_scores_examples};

}  // namespace glassformer::op
