// The scores of a single learned query, that of a classifier: its dot product with every row, padding masked (Lin et
// al. 2017; Yang et al. 2016).
#include <limits>

#include "core/ops/example_operands.h"
#include "core/ops/operands.h"
#include "core/ops/ops.h"

namespace glassformer::op {

namespace {

class QueryScores : public Operation {
public:
    std::string_view name() const override { return "query_scores"; }

    std::string formula(std::size_t operands) const override {
        return std::string("{out}[i] = {0}[i] · {1}") +
               (operands > 2 ? " \\text{where} {2}[i] = 1, \\text{else} -∞" : "");
    }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 2, 3);
        const Shape &x = in[0], &query = in[1];
        if (x.rank() < 2 || x.rank() > 3 || query.rank() != 1 || query.cols() != x.cols())
            throw Error("query_scores needs rows [pos, d_model] and a query [d_model], got " + text(x) + " and " +
                        text(query));
        const Dimension keys{Axis::key, x.size(x.rank() - 2)};
        if (in.size() > 2 && (in[2].count() != x.rows() || in[2].cols() != keys.size))
            throw Error("query_scores needs one padding entry a token of " + text(x) + ", got " + text(in[2]));
        return x.rank() == 3 ? Shape{x[0], keys} : Shape{keys};
    }

    void forward(const Forward& run) const override {
        const auto d = static_cast<std::size_t>(run.in[0].shape.cols());
        const ConstArray query = array(run.in[1].data, d);
        for (std::size_t r = 0; r < run.in[0].shape.rows(); ++r)
            run.out.data[r] = counts(run.in, r) ? (array(run.in[0].row(r), d) * query).sum()
                                                : -std::numeric_limits<float>::infinity();
    }

    void backward(const Backward& run) const override {
        const auto d = static_cast<std::size_t>(run.in[0].shape.cols());
        for (std::size_t r = 0; r < run.in[0].shape.rows(); ++r) {
            if (!counts(run.in, r)) continue;
            const float upstream = run.out_grad.data[r];
            if (run.in_grad[0].data != nullptr) array(run.in_grad[0].row(r), d) += upstream * array(run.in[1].data, d);
            if (run.in_grad[1].data != nullptr) array(run.in_grad[1].data, d) += upstream * array(run.in[0].row(r), d);
        }
    }

    ClosedBy closed_by(std::size_t operands) const override { return {-1, -1, operands > 2 ? 2 : -1}; }

    Derivation derive(const CellQuery& question) const override {
        const int last = question.out.rank() - 1, i = question.cell[last];
        DerivationBuilder builder(question.read);
        if (question.in.size() > 2 && builder.read(2, question.in[2].cell(question.out.offset(question.cell))) == 0)
            return DerivationBuilder::fixed(-std::numeric_limits<double>::infinity(), "padding");
        Step dot{.meaning = "token " + std::to_string(i) + " · query"};
        for (int c = 0; c < question.in[0].cols(); ++c)
            dot.terms.push_back(
                {.factors = {builder.operand(0, last > 0 ? Cell{{question.cell[0], i, c}} : Cell{{i, c}}),
                             builder.operand(1, Cell{{c}})}});
        return builder.finish(std::move(dot));
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override {
        return {2 * entries(in[0]), bytes(in, out)};
    }

private:
    static bool counts(std::span<const ConstView> in, std::size_t row) { return in.size() < 3 || in[2].data[row] != 0; }
};

std::vector<Example> query_scores_examples() {
    const Shape batched{{Axis::batch, 3}, {Axis::position, 4}, {Axis::d_model, 5}};
    const Tensor query = normal_tensor({{Axis::d_model, 5}}, 1);
    return {{"one text", query_scores(), {normal_tensor({{Axis::position, 7}, {Axis::d_model, 5}}, 2), query}},
            {"one token", query_scores(), {normal_tensor({{Axis::position, 1}, {Axis::d_model, 5}}, 3), query}},
            {"a batch", query_scores(), {normal_tensor(batched, 4), query}},
            {"a batch with padding",
             query_scores(),
             {normal_tensor(batched, 5), query,
              tensor_of({{Axis::batch, 3}, {Axis::position, 4}}, {1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0})}}};
}

}  // namespace

OperationPtr query_scores() { return std::make_shared<QueryScores>(); }

extern const OperationRow query_scores_row{"query_scores", query_scores_examples};

}  // namespace glassformer::op
