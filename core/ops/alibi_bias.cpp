// Attention with linear biases (Press, Smith, Lewis 2022): the further a key, the lower its score; every head at its
// own rate, core/model/positional.h's alibi_slope.
#include <cstdlib>

#include "core/ops/example_operands.h"
#include "core/ops/heads.h"
#include "core/ops/ops.h"
#include "core/ops/position_formulas.h"
#include "core/ops/row_wise.h"

namespace glassformer::op {

namespace {

class AlibiBias : public SizedByFirst {
public:
    explicit AlibiBias(int first) : first_(first) {}

    std::string_view name() const override { return "alibi_bias"; }

    std::string formula(std::size_t) const override {
        return "{out}_{hij} = m_{h} · (-|i" + (first_ == 0 ? "" : " + " + std::to_string(first_)) + " - j|)";
    }

    Attributes attributes() const override { return {{"first", static_cast<double>(first_)}}; }
    std::any settings() const override { return PositionSettings{first_}; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 1, 1);
        if (!has_heads(in[0])) throw Error("alibi_bias needs scores [batch,] head, query, key, got " + text(in[0]));
        const Heads scores = heads_of(in[0]);
        return {{Axis::head, scores.heads}, {Axis::query, scores.rows}, {Axis::key, scores.cols}};
    }

    void forward(const Forward& run) const override {
        const Heads out = heads_of(run.out.shape);
        for (int head = 0; head < out.heads; ++head) {
            const float slope = alibi_slope(head, out.heads);
            float* row = run.out.data + out.at(0, head);
            for (int i = 0; i < out.rows; ++i, row += out.cols)
                for (int j = 0; j < out.cols; ++j) row[j] = linear_bias(slope, first_ + i, j);
        }
    }

    void backward(const Backward&) const override {}  // of the operand only the size matters

    Derivation derive(const CellQuery& question) const override {
        const int head = question.cell[0], i = first_ + question.cell[1], j = question.cell[2];
        const double slope = static_cast<double>(alibi_slope(head, question.out.size(0)));
        DerivationBuilder builder(question.read);
        return builder.finish(
            {.meaning = "slope of head " + std::to_string(head) + " times the negative distance",
             .terms = {{.factors = {DerivationBuilder::constant(slope, "m_{" + std::to_string(head) + "}"),
                                    DerivationBuilder::constant(-std::abs(i - j), "(-|" + std::to_string(i) + " - " +
                                                                                      std::to_string(j) + "|)")}}}});
    }

    Cost cost(std::span<const Shape>, const Shape& out) const override { return {entries(out), 4 * entries(out)}; }

private:
    int first_;
};

std::vector<Example> alibi_bias_examples() {
    const Shape batched{{Axis::batch, 2}, {Axis::head, 4}, {Axis::query, 3}, {Axis::key, 3}};
    return {{"six heads", alibi_bias(), {normal_tensor({{Axis::head, 6}, {Axis::query, 5}, {Axis::key, 5}}, 1)}},
            {"one token", alibi_bias(), {normal_tensor({{Axis::head, 1}, {Axis::query, 1}, {Axis::key, 1}}, 2)}},
            {"more keys than queries",
             alibi_bias(),
             {normal_tensor({{Axis::head, 3}, {Axis::query, 2}, {Axis::key, 7}}, 3)}},
            {"taken up at position 5",
             alibi_bias(5),
             {normal_tensor({{Axis::head, 3}, {Axis::query, 2}, {Axis::key, 7}}, 5)}},
            {"a batch", alibi_bias(), {normal_tensor(batched, 4)}}};
}

}  // namespace

OperationPtr alibi_bias(int first) { return std::make_shared<AlibiBias>(first); }

extern const OperationRow alibi_bias_row{"alibi_bias", alibi_bias_examples};

}  // namespace glassformer::op
