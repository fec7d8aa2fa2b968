// What attention returns: for every query the values, weighted and added up, head by head (Vaswani et al. 2017).
#include <algorithm>

#include "core/ops/example_operands.h"
#include "core/ops/heads.h"
#include "core/ops/ops.h"

namespace glassformer::op {

namespace {

class AttentionValues : public Operation {
public:
    std::string_view name() const override { return "attention_values"; }

    std::string formula(std::size_t) const override { return "{out} = {0} {1}"; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 2, 2);
        expect_grouped(name(), in[0], in[1]);
        const Heads w = heads_of(in[0]), v = heads_of(in[1]);
        if (w.cols != v.rows)
            throw Error("attention_values needs one value for each of the weights' keys, got " + text(in[0]) + " and " +
                        text(in[1]));
        if (!w.batched) return {{Axis::head, w.heads}, {Axis::position, w.rows}, {Axis::d_head, v.cols}};
        return {{Axis::batch, w.batch}, {Axis::head, w.heads}, {Axis::position, w.rows}, {Axis::d_head, v.cols}};
    }

    void forward(const Forward& run) const override {
        const Heads w = heads_of(run.in[0].shape), v = heads_of(run.in[1].shape), out = heads_of(run.out.shape);
        for_each_head(run.pool, w, v.heads, flop_a_head(w, v), [&](int b, int head, int g, ThreadPool* pool) {
            product(w.rows, v.cols, w.cols, {run.in[0].data + w.at(b, head), w.cols},
                    {run.in[1].data + v.at(b, g), v.cols}, run.out.data + out.at(b, head), v.cols, false, pool);
        });
    }

    void backward(const Backward& run) const override {
        const Heads w = heads_of(run.in[0].shape), v = heads_of(run.in[1].shape), out = heads_of(run.out.shape);
        float *w_grad = run.in_grad[0].data, *v_grad = run.in_grad[1].data;
        for_each_head(run.pool, w, v.heads, 2 * flop_a_head(w, v), [&](int b, int head, int g, ThreadPool* pool) {
            const float* upstream = run.out_grad.data + out.at(b, head);
            if (w_grad != nullptr)
                product(w.rows, w.cols, v.cols, {upstream, v.cols},
                        {run.in[1].data + v.at(b, g), v.cols, Transpose::yes}, w_grad + w.at(b, head), w.cols,
                        run.accumulates(0), pool);
            if (v_grad != nullptr)
                product(v.rows, v.cols, w.rows, {run.in[0].data + w.at(b, head), w.cols, Transpose::yes},
                        {upstream, v.cols}, v_grad + v.at(b, g), v.cols,
                        run.accumulates(1) || head % (w.heads / v.heads) != 0, pool);
        });
    }
    bool assigns_gradients() const override { return true; }

    ChangedRows changed_rows(std::span<const ChangedRows> changed, std::span<const ConstView> in) const override {
        if (row_dimension(in[0].shape) < 0 || changed[0].column != ChangedRows::none)
            return Operation::changed_rows(changed, in);
        // A changed value reaches the queries that attend to it.
        const Heads w = heads_of(in[0].shape);
        int first = std::min(changed[0].row, w.rows);
        for (int head = 0; head < w.heads; ++head)
            for (int i = 0; i < first; ++i) {
                const float* weights = in[0].data + w.at(0, head) + static_cast<std::ptrdiff_t>(i) * w.cols;
                for (int j = changed[1].row; j < w.cols; ++j)
                    if (weights[j] != 0) first = i;
            }
        return {.row = first < w.rows ? first : changed[0].row};
    }

    CellBox readers(int operand, const Cell& cell, std::span<const Shape> in, const Shape& out) const override {
        const int last = out.rank() - 1;
        if (operand == 0) return CellBox::cell(cell).along(last, out);
        return kv_readers(cell, in[1], out).along(last - 1, out).at(last, cell[last]);
    }

    Derivation derive(const CellQuery& question) const override {
        const Heads w = heads_of(question.in[0]), v = heads_of(question.in[1]);
        const auto [head, i, c] = head_cell(question.cell, question.out);
        const int kv = kv_head(head, w.heads, v.heads);
        DerivationBuilder builder(question.read);
        Step sum{.meaning = "values, weighted by the attention of query " + std::to_string(i)};
        const CellQuery::Source* about = question.about;
        const int last = question.out.rank() - 1;
        const int only = about == nullptr ? -1 : about->cell[about->operand == 0 ? last : last - 1];  // a key
        for (int j = std::max(only, 0); j < (only < 0 ? w.cols : only + 1); ++j)
            sum.terms.push_back({.factors = {builder.operand(0, w.cell(question.cell, head, i, j)),
                                             builder.operand(1, v.cell(question.cell, kv, j, c))}});
        return builder.finish(std::move(sum));
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override {
        return {2 * entries(out) * in[0].cols(), bytes(in, out)};
    }

private:
    static double flop_a_head(const Heads& w, const Heads& v) { return 2.0 * w.rows * w.cols * v.cols; }
};

std::vector<Example> attention_values_examples() {
    const auto weights = [](int n, int queries, int keys) {
        return Shape{{Axis::head, n}, {Axis::query, queries}, {Axis::key, keys}};
    };
    const auto values = [](int n, int pos, int d_head) {
        return Shape{{Axis::head, n}, {Axis::position, pos}, {Axis::d_head, d_head}};
    };
    const auto batched = [](int b, const Shape& s) { return Shape{{Axis::batch, b}, s[0], s[1], s[2]}; };
    const auto example = [](const char* label, const Shape& w, const Shape& v) {
        return Example{label, attention_values(), {normal_tensor(w, 1), normal_tensor(v, 2)}};
    };
    Example masked = example("a query that sees nothing", weights(1, 3, 4), values(1, 4, 2));
    std::fill_n(masked.operands[0].data.begin() + 4, 4, 0.0F);
    return {example("odd sizes", weights(3, 5, 5), values(3, 5, 7)),
            example("one token", weights(1, 1, 1), values(1, 1, 1)),
            example("more keys than queries", weights(2, 3, 6), values(2, 6, 4)),
            example("two queries share a value head", weights(4, 5, 5), values(2, 5, 3)),
            masked,
            example("a batch", batched(2, weights(2, 4, 4)), batched(2, values(2, 4, 3))),
            example("a batch with one value head", batched(3, weights(3, 2, 4)), batched(3, values(1, 4, 5)))};
}

}  // namespace

OperationPtr attention_values() { return std::make_shared<AttentionValues>(); }

extern const OperationRow attention_values_row{"attention_values", attention_values_examples};

}  // namespace glassformer::op
