// Scores with relative keys (Shaw, Uszkoreit, Vaswani 2018): a query also meets a learned key for its distance to the
// token. The products with the table are made once a query and distance, then added along the diagonals.
#include "core/ops/example_operands.h"
#include "core/ops/heads.h"
#include "core/ops/ops.h"

namespace glassformer::op {

namespace {

class ShawScores : public PairScores {
public:
    ShawScores(int clip, int first) : clip_(clip), first_(first) {}

    std::string_view name() const override { return "shaw_scores"; }

    std::string formula(std::size_t) const override {
        const std::string from = first_ == 0 ? "" : " - " + std::to_string(first_);
        return "{out}[ij] = {0}[i] · {1}[j] + {0}[i] · {2}[\\text{clip}(j - i" + from + ")]";
    }

    Attributes attributes() const override {
        return {{"clip", static_cast<double>(clip_)}, {"first", static_cast<double>(first_)}};
    }
    std::any settings() const override { return ShawSettings{clip_, first_}; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 3, 3);
        const Shape out = attention_scores()->infer(in.first(2));
        if (in[2].rank() != 2 || in[2].size(0) != offsets() || in[2].cols() != in[0].cols())
            throw Error("shaw_scores with clip " + std::to_string(clip_) + " needs relative keys [offset " +
                        std::to_string(offsets()) + ", d_head " + std::to_string(in[0].cols()) + "] for queries " +
                        text(in[0]) + ", got " + text(in[2]));
        return out;
    }

    void forward(const Forward& run) const override {
        const Heads q = heads_of(run.in[0].shape), k = heads_of(run.in[1].shape), out = heads_of(run.out.shape);
        for_each_head(run.pool, q, k.heads, flop_a_head(q, k), [&](int b, int head, int g, ThreadPool* pool) {
            const MatrixIn query{run.in[0].data + q.at(b, head), q.cols};
            float* scores = run.out.data + out.at(b, head);
            product(q.rows, k.rows, q.cols, query, {run.in[1].data + k.at(b, g), k.cols, Transpose::yes}, scores,
                    k.rows, false, pool);
            float* relative = offset_scratch(q.rows, offsets());
            product(q.rows, offsets(), q.cols, query, {run.in[2].data, q.cols, Transpose::yes}, relative, offsets(),
                    false, pool);
            for (int i = 0; i < q.rows; ++i, scores += k.rows, relative += offsets())
                for (int j = 0; j < k.rows; ++j) scores[j] += relative[offset(i, j)];
        });
    }

    void backward(const Backward& run) const override {
        attention_scores()->backward({run.in.first(2), run.out, run.out_grad, run.in_grad.first(2), run.pool});
        float *q_grad = run.in_grad[0].data, *a_grad = run.in_grad[2].data;
        if (q_grad == nullptr && a_grad == nullptr) return;
        const Heads q = heads_of(run.in[0].shape), out = heads_of(run.out.shape);
        // One thread walks the heads: all of them add to the one table.
        float* relative = offset_scratch(q.rows, offsets());  // gradient of the products with the table
        const std::size_t size = static_cast<std::size_t>(q.rows) * static_cast<std::size_t>(offsets());
        for (int b = 0; b < q.batch; ++b)
            for (int head = 0; head < q.heads; ++head) {
                std::fill_n(relative, size, 0.0F);
                const float* upstream = run.out_grad.data + out.at(b, head);
                for (int i = 0; i < q.rows; ++i, upstream += out.cols) {
                    float* row = relative + static_cast<std::ptrdiff_t>(i) * offsets();
                    for (int j = 0; j < out.cols; ++j) row[offset(i, j)] += upstream[j];
                }
                if (q_grad != nullptr)
                    product(q.rows, q.cols, offsets(), {relative, offsets()}, {run.in[2].data, q.cols},
                            q_grad + q.at(b, head), q.cols, true, run.pool);
                if (a_grad != nullptr)
                    product(offsets(), q.cols, q.rows, {relative, offsets(), Transpose::yes},
                            {run.in[0].data + q.at(b, head), q.cols}, a_grad, q.cols, true, run.pool);
            }
    }

    Derivation derive(const CellQuery& question) const override {
        const Heads q = heads_of(question.in[0]);
        const auto [head, i, j] = head_cell(question.cell, question.out);
        DerivationBuilder builder(question.read);
        Step sum{.meaning = "query " + std::to_string(i) + " · key " + std::to_string(j) +
                            ", and query · relative key of distance " + std::to_string(offset(i, j) - clip_),
                 .terms = dot_product(builder, question)};
        for (int c = 0; c < q.cols; ++c)
            sum.terms.push_back({.factors = {builder.operand(0, q.cell(question.cell, head, i, c)),
                                             builder.operand(2, Cell{{offset(i, j), c, 0, 0}})}});
        return builder.finish(std::move(sum));
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override {
        const double products = 2 * entries(out) * in[0].cols() + 2 * entries(in[0]) * offsets();
        return {products + entries(out), bytes(in, out)};
    }

private:
    int offsets() const { return 2 * clip_ + 1; }
    int offset(int query, int key) const { return clip_ + std::clamp(key - first_ - query, -clip_, clip_); }
    double flop_a_head(const Heads& q, const Heads& k) const { return 2.0 * q.rows * (k.rows + offsets()) * q.cols; }

    int clip_;
    int first_;
};

std::vector<Example> shaw_scores_examples() {
    const auto example = [](const char* label, int clip, int heads, int kv_heads, int queries, int keys, int batch,
                            int first = 0) {
        const int d_head = 3;
        Shape q{{Axis::head, heads}, {Axis::position, queries}, {Axis::d_head, d_head}};
        Shape k{{Axis::head, kv_heads}, {Axis::position, keys}, {Axis::d_head, d_head}};
        if (batch > 0) {
            q = Shape{{Axis::batch, batch}, q[0], q[1], q[2]};
            k = Shape{{Axis::batch, batch}, k[0], k[1], k[2]};
        }
        const Shape table{{Axis::offset, 2 * clip + 1}, {Axis::d_head, d_head}};
        return Example{
            label, shaw_scores(clip, first), {normal_tensor(q, 1), normal_tensor(k, 2), normal_tensor(table, 3)}};
    };
    return {example("distances beyond the clip", 2, 2, 2, 7, 7, 0),
            example("one token", 1, 1, 1, 1, 1, 0),
            example("one relative key for all", 0, 1, 1, 4, 4, 0),
            example("taken up at position 5", 2, 2, 2, 3, 8, 0, 5),
            example("two queries share a key head", 3, 4, 2, 5, 5, 0),
            example("a batch", 1, 2, 1, 4, 4, 2)};
}

}  // namespace

OperationPtr shaw_scores(int clip, int first) { return std::make_shared<ShawScores>(clip, first); }

extern const OperationRow shaw_scores_row{"shaw_scores", shaw_scores_examples};

}  // namespace glassformer::op
