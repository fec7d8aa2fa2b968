// The position term of Transformer-XL's scores (Dai et al. 2019): every query times the key of its distance to each
// token. The products are made once a query and distance, then read along the diagonals.
#include "core/ops/example_operands.h"
#include "core/ops/heads.h"
#include "core/ops/ops.h"

namespace glassformer::op {

namespace {

class RelativeScores : public Operation {
public:
    RelativeScores(Sides sides, int first) : sides_(sides), first_(first) {}

    std::string_view name() const override { return "relative_scores"; }

    std::string formula(std::size_t) const override {
        return "{out}[ij] = {0}[i] · {1}[i" + (first_ == 0 ? "" : " + " + std::to_string(first_)) + " - j]";
    }

    Attributes attributes() const override {
        return {{"two_sided", two_sided() ? 1.0 : 0.0}, {"first", static_cast<double>(first_)}};
    }
    std::any settings() const override { return RelativeSettings{sides_, first_}; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 2, 2);
        const auto refuse = [&](const std::string& needs) {
            throw Error("relative_scores needs " + needs + ", got " + text(in[0]) + " and " + text(in[1]));
        };
        if (!has_heads(in[0]) || in[1].rank() != 3) refuse("queries and keys of distances [head, rows, d_head]");
        const Heads q = heads_of(in[0]), r = heads_of(in[1]);
        if (q.heads != r.heads || q.cols != r.cols) refuse("as many heads and the same d_head on both sides");
        if (r.rows != offsets(q.rows))
            refuse(std::to_string(offsets(q.rows)) + " distances for " + std::to_string(q.rows) + " tokens");
        const Dimension queries{Axis::query, q.rows}, keys{Axis::key, first_ + q.rows};
        return q.batched ? Shape{in[0][0], in[0][1], queries, keys} : Shape{in[0][0], queries, keys};
    }

    void forward(const Forward& run) const override {
        const Heads q = heads_of(run.in[0].shape), r = heads_of(run.in[1].shape), out = heads_of(run.out.shape);
        for_each_head(
            run.pool, q, q.heads, 2.0 * q.rows * r.rows * q.cols, [&](int b, int head, int, ThreadPool* pool) {
                float* products = offset_scratch(q.rows, r.rows);
                product(q.rows, r.rows, q.cols, {run.in[0].data + q.at(b, head), q.cols},
                        {run.in[1].data + r.at(0, head), r.cols, Transpose::yes}, products, r.rows, false, pool);
                float* scores = run.out.data + out.at(b, head);
                for (int i = 0; i < out.rows; ++i, scores += out.cols, products += r.rows)
                    for (int j = 0; j < out.cols; ++j) {
                        const int o = offset(i, j, out.rows);
                        scores[j] = o < 0 ? 0.0F : products[o];
                    }
            });
    }

    void backward(const Backward& run) const override {
        const Heads q = heads_of(run.in[0].shape), r = heads_of(run.in[1].shape), out = heads_of(run.out.shape);
        float *q_grad = run.in_grad[0].data, *r_grad = run.in_grad[1].data;
        // One thread walks the sequences: all of them add to the one table.
        float* products = offset_scratch(q.rows, r.rows);
        for (int b = 0; b < q.batch; ++b)
            for (int head = 0; head < q.heads; ++head) {
                std::fill_n(products, static_cast<std::size_t>(q.rows) * static_cast<std::size_t>(r.rows), 0.0F);
                const float* upstream = run.out_grad.data + out.at(b, head);
                for (int i = 0; i < out.rows; ++i, upstream += out.cols)
                    for (int j = 0; j < out.cols; ++j)
                        if (const int o = offset(i, j, out.rows); o >= 0)
                            products[static_cast<std::ptrdiff_t>(i) * r.rows + o] = upstream[j];
                if (q_grad != nullptr)
                    product(q.rows, q.cols, r.rows, {products, r.rows}, {run.in[1].data + r.at(0, head), r.cols},
                            q_grad + q.at(b, head), q.cols, true, run.pool);
                if (r_grad != nullptr)
                    product(r.rows, q.cols, q.rows, {products, r.rows, Transpose::yes},
                            {run.in[0].data + q.at(b, head), q.cols}, r_grad + r.at(0, head), q.cols, true, run.pool);
            }
    }

    ChangedRows changed_rows(std::span<const ChangedRows> changed, std::span<const ConstView> in) const override {
        if (changed[1].any() || row_dimension(in[0].shape) < 0) return Operation::changed_rows(changed, in);
        return {.row = changed[0].row};
    }

    CellBox readers(int operand, const Cell& cell, std::span<const Shape>, const Shape& out) const override {
        if (operand == 0) return CellBox::cell(cell).along(out.rank() - 1, out);
        return CellBox::whole(out).at(out.rank() - 3, cell[0]);
    }

    Derivation derive(const CellQuery& question) const override {
        const Heads q = heads_of(question.in[0]);
        const Cell& cell = question.cell;
        const auto [head, i, j] = head_cell(cell, question.out);
        const int o = offset(i, j, q.rows);
        if (o < 0) return DerivationBuilder::fixed(0, "the key comes after the query");
        DerivationBuilder builder(question.read);
        Step dot{.meaning = "query " + std::to_string(i) + " · key of distance " + std::to_string(first_ + i - j)};
        for (int c = 0; c < q.cols; ++c)
            dot.terms.push_back(
                {.factors = {builder.operand(0, q.cell(cell, head, i, c)), builder.operand(1, Cell{{head, o, c}})}});
        return builder.finish(std::move(dot));
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override {
        return {2 * entries(in[0]) * in[1].size(1), bytes(in, out)};
    }

private:
    bool two_sided() const { return sides_ == Sides::two; }
    int offsets(int tokens) const { return two_sided() ? 2 * tokens - 1 : first_ + tokens; }
    /// Row of the distance i - j; -1 where there is none.
    int offset(int i, int j, int tokens) const {
        const int distance = first_ + i - j;
        return two_sided() ? distance + tokens - 1 : distance < 0 ? -1 : distance;
    }

    Sides sides_;
    int first_;
};

std::vector<Example> relative_scores_examples() {
    const auto example = [](const char* label, Sides sides, int heads, int tokens, int batch, int first = 0) {
        const Dimension columns{Axis::d_head, 3};
        const int offsets = sides == Sides::two ? 2 * tokens - 1 : first + tokens;
        Shape q{{Axis::head, heads}, {Axis::position, tokens}, columns};
        if (batch > 0) q = Shape{{Axis::batch, batch}, q[0], q[1], q[2]};
        const Shape r{{Axis::head, heads}, {Axis::offset, offsets}, columns};
        return Example{label, relative_scores(sides, first), {normal_tensor(q, 1), normal_tensor(r, 2)}};
    };
    return {
        example("earlier keys only", Sides::one, 2, 5, 0), example("keys on both sides", Sides::two, 2, 4, 0),
        example("one token", Sides::one, 1, 1, 0),         example("taken up at position 4", Sides::one, 2, 3, 0, 4),
        example("a batch", Sides::one, 2, 3, 2),           example("a batch, both sides", Sides::two, 3, 4, 2)};
}

}  // namespace

OperationPtr relative_scores(Sides sides, int first) {
    if (sides == Sides::two && first > 0)
        throw Error("a text whose tokens attend to later ones cannot be continued from a cache at position " +
                    std::to_string(first));
    return std::make_shared<RelativeScores>(sides, first);
}

extern const OperationRow relative_scores_row{"relative_scores", relative_scores_examples};

}  // namespace glassformer::op
