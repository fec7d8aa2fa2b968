// Additive attention (Bahdanau, Cho, Bengio 2015): a small network with one hidden layer scores a query against a key.
#include "core/ops/example_operands.h"
#include "core/ops/heads.h"
#include "core/ops/ops.h"

namespace glassformer::op {

namespace {

class AdditiveScores : public PairScores {
public:
    std::string_view name() const override { return "additive_scores"; }

    std::string formula(std::size_t) const override { return "{out}[ij] = {2} · \\text{tanh}({0}[i] + {1}[j])"; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 3, 3);
        const Shape out = attention_scores()->infer(in.first(2));
        if (heads_of(in[0]).heads != heads_of(in[1]).heads)
            throw Error("additive_scores needs as many key heads as heads, got " + text(in[0]) + " and " + text(in[1]));
        if (in[2].rank() != 1 || in[2].cols() != in[0].cols())
            throw Error("additive_scores needs one weight per column of " + text(in[0]) + ", got " + text(in[2]));
        return out;
    }

    void forward(const Forward& run) const override {
        each_pair(run.in, [&](const Pair& at) {
            const auto sum = array(run.in[0].data + at.query, at.n) + array(run.in[1].data + at.key, at.n);
            run.out.data[at.score] = (sum.tanh() * array(run.in[2].data, at.n)).sum();
        });
    }

    void backward(const Backward& run) const override {
        float *q_grad = run.in_grad[0].data, *k_grad = run.in_grad[1].data, *v_grad = run.in_grad[2].data;
        if (q_grad == nullptr && k_grad == nullptr && v_grad == nullptr) return;
        constexpr std::size_t piece = 64;  // on the stack, so that nothing is allocated
        using Piece = Eigen::Array<float, Eigen::Dynamic, 1, Eigen::ColMajor, static_cast<int>(piece)>;
        each_pair(run.in, [&](const Pair& at) {
            const float upstream = run.out_grad.data[at.score];
            for (std::size_t c = 0; c < at.n; c += piece) {
                const std::size_t n = std::min(piece, at.n - c);
                const Piece bent =
                    (array(run.in[0].data + at.query + c, n) + array(run.in[1].data + at.key + c, n)).tanh();
                const Piece through = upstream * array(run.in[2].data + c, n) * (1.0F - bent.square());
                if (q_grad != nullptr) array(q_grad + at.query + c, n) += through;
                if (k_grad != nullptr) array(k_grad + at.key + c, n) += through;
                if (v_grad != nullptr) array(v_grad + c, n) += upstream * bent;
            }
        });
    }

    Derivation derive(const CellQuery& question) const override {
        const Heads q = heads_of(question.in[0]), k = heads_of(question.in[1]);
        const Cell& cell = question.cell;
        const auto [head, i, j] = head_cell(cell, question.out);
        DerivationBuilder builder(question.read);
        Step score{.meaning = "query " + std::to_string(i) + " with key " + std::to_string(j)};
        for (int c = 0; c < q.cols; ++c) {
            const int bent = builder.add({.symbol = "t_{" + std::to_string(c) + "}",
                                          .meaning = "hidden unit " + std::to_string(c),
                                          .after = &function::tanh,
                                          .terms = {{.factors = {builder.operand(0, q.cell(cell, head, i, c))}},
                                                    {.factors = {builder.operand(1, k.cell(cell, head, j, c))}}}});
            score.terms.push_back({.factors = {builder.operand(2, Cell{{c}}), builder.step(bent)}});
        }
        return builder.finish(std::move(score));
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override {
        return {10 * entries(out) * in[0].cols(), bytes(in, out)};
    }

private:
    struct Pair {
        std::size_t query, key, score;  // offsets of the two rows and of their score
        std::size_t n;                  // columns of a row
    };

    template <class Each>
    static void each_pair(std::span<const ConstView> in, const Each& each) {
        const Heads q = heads_of(in[0].shape), k = heads_of(in[1].shape);
        const auto n = static_cast<std::size_t>(q.cols), keys = static_cast<std::size_t>(k.rows);
        for (int b = 0; b < q.batch; ++b)
            for (int head = 0; head < q.heads; ++head)
                for (std::size_t i = 0; i < static_cast<std::size_t>(q.rows); ++i) {
                    const std::size_t query = q.at(b, head) + i * n;
                    for (std::size_t j = 0; j < keys; ++j)
                        each({query, k.at(b, head) + j * n, query / n * keys + j, n});
                }
    }
};

std::vector<Example> additive_scores_examples() {
    const auto example = [](const char* label, int batch, int heads, int queries, int keys, int d) {
        Shape q{{Axis::head, heads}, {Axis::position, queries}, {Axis::d_head, d}};
        Shape k{{Axis::head, heads}, {Axis::position, keys}, {Axis::d_head, d}};
        if (batch > 0) {
            q = Shape{{Axis::batch, batch}, q[0], q[1], q[2]};
            k = Shape{{Axis::batch, batch}, k[0], k[1], k[2]};
        }
        return Example{label,
                       additive_scores(),
                       {normal_tensor(q, 1), normal_tensor(k, 2), normal_tensor({{Axis::d_head, d}}, 3)}};
    };
    return {example("one query", 0, 1, 1, 5, 7), example("two heads", 0, 2, 3, 4, 3),
            example("a batch", 3, 1, 2, 3, 5)};
}

}  // namespace

OperationPtr additive_scores() { return std::make_shared<AdditiveScores>(); }

extern const OperationRow additive_scores_row{"additive_scores", additive_scores_examples};

}  // namespace glassformer::op
