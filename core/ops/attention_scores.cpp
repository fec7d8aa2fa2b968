// Scores of attention before any scaling: every query times every key, head by head (Vaswani et al. 2017).
#include "core/ops/example_operands.h"
#include "core/ops/heads.h"
#include "core/ops/ops.h"

namespace glassformer::op {

namespace {

class AttentionScores : public PairScores {
public:
    std::string_view name() const override { return "attention_scores"; }

    std::string formula(std::size_t) const override { return "{out} = {0} {1}^{⊤}"; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 2, 2);
        expect_grouped(name(), in[0], in[1]);
        const Heads q = heads_of(in[0]), k = heads_of(in[1]);
        if (q.cols != k.cols)
            throw Error("attention_scores needs queries and keys of the same d_head, got " + text(in[0]) + " and " +
                        text(in[1]));
        if (!q.batched) return {{Axis::head, q.heads}, {Axis::query, q.rows}, {Axis::key, k.rows}};
        return {{Axis::batch, q.batch}, {Axis::head, q.heads}, {Axis::query, q.rows}, {Axis::key, k.rows}};
    }

    void forward(const Forward& run) const override {
        const Heads q = heads_of(run.in[0].shape), k = heads_of(run.in[1].shape), out = heads_of(run.out.shape);
        for_each_head(run.pool, q, k.heads, flop_a_head(q, k), [&](int b, int head, int g, ThreadPool* pool) {
            product(q.rows, k.rows, q.cols, {run.in[0].data + q.at(b, head), q.cols},
                    {run.in[1].data + k.at(b, g), k.cols, Transpose::yes}, run.out.data + out.at(b, head), k.rows,
                    false, pool);
        });
    }

    void backward(const Backward& run) const override {
        const Heads q = heads_of(run.in[0].shape), k = heads_of(run.in[1].shape), out = heads_of(run.out.shape);
        float *q_grad = run.in_grad[0].data, *k_grad = run.in_grad[1].data;
        for_each_head(run.pool, q, k.heads, 2 * flop_a_head(q, k), [&](int b, int head, int g, ThreadPool* pool) {
            const float* upstream = run.out_grad.data + out.at(b, head);
            if (q_grad != nullptr)
                product(q.rows, q.cols, k.rows, {upstream, k.rows}, {run.in[1].data + k.at(b, g), k.cols},
                        q_grad + q.at(b, head), q.cols, run.accumulates(0), pool);
            if (k_grad != nullptr)
                product(k.rows, k.cols, q.rows, {upstream, k.rows, Transpose::yes},
                        {run.in[0].data + q.at(b, head), q.cols}, k_grad + k.at(b, g), k.cols,
                        run.accumulates(1) || head % (q.heads / k.heads) != 0, pool);
        });
    }
    bool assigns_gradients() const override { return true; }

    Derivation derive(const CellQuery& question) const override {
        const HeadCell at = head_cell(question.cell, question.out);
        DerivationBuilder builder(question.read);
        const int only = question.about == nullptr ? -1 : head_cell(question.about->cell, question.out).col;
        return builder.finish({.meaning = "query " + std::to_string(at.row) + " · key " + std::to_string(at.col),
                               .terms = dot_product(builder, question, only)});
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override {
        return {2 * entries(out) * in[0].cols(), bytes(in, out)};
    }

private:
    static double flop_a_head(const Heads& q, const Heads& k) { return 2.0 * q.rows * k.rows * q.cols; }
};

std::vector<Example> attention_scores_examples() {
    const auto heads = [](int n, int pos, int d_head) {
        return Shape{{Axis::head, n}, {Axis::position, pos}, {Axis::d_head, d_head}};
    };
    const auto batch = [](int b, int n, int pos, int d_head) {
        return Shape{{Axis::batch, b}, {Axis::head, n}, {Axis::position, pos}, {Axis::d_head, d_head}};
    };
    const auto example = [](const char* label, const Shape& q, const Shape& k) {
        return Example{label, attention_scores(), {normal_tensor(q, 1), normal_tensor(k, 2)}};
    };
    return {example("odd sizes", heads(3, 5, 7), heads(3, 5, 7)),
            example("one token", heads(1, 1, 1), heads(1, 1, 1)),
            example("more keys than queries", heads(2, 3, 4), heads(2, 6, 4)),
            example("two queries share a key head", heads(4, 5, 3), heads(2, 5, 3)),
            example("a batch", batch(2, 2, 4, 3), batch(2, 2, 4, 3)),
            example("a batch with one key head", batch(3, 3, 2, 5), batch(3, 1, 4, 5))};
}

}  // namespace

OperationPtr attention_scores() { return std::make_shared<AttentionScores>(); }

extern const OperationRow attention_scores_row{"attention_scores", attention_scores_examples};

}  // namespace glassformer::op
