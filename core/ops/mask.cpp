// Closes what a query may not see: scores pass where the mask (and the key padding) is 1 and become -inf where it is 0.
// Which key a query sees is data, made by core/model/mask.h.
#include <limits>

#include "core/math/lanes.h"
#include "core/ops/example_operands.h"
#include "core/ops/heads.h"
#include "core/ops/ops.h"
#include "core/ops/row_wise.h"

namespace glassformer::op {

namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

class Mask : public ElementWise {
public:
    std::string_view name() const override { return "mask"; }

    std::string formula(std::size_t operands) const override {
        const std::string token = operands == 3 ? " \\text{and} {2}[j] = 1" : "";
        return "{out}[ij] = {0}[ij] \\text{where} {1}[ij] = 1" + token + ", \\text{else} -∞";
    }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 2, 3);
        if (!has_heads(in[0])) throw Error("mask needs scores [batch,] head, query, key, got " + text(in[0]));
        const Heads scores = heads_of(in[0]);
        if (in[1].rank() != 2 || in[1].size(0) != scores.rows || in[1].size(1) != scores.cols)
            throw Error("mask needs a mask [query, key] of the scores' sizes, got " + text(in[0]) + " and " +
                        text(in[1]));
        if (in.size() == 2) return in[0];
        const Shape& padding = in[2];
        const bool one_for_all = padding.rank() == 1, one_a_sequence = padding.rank() == 2;
        if ((!one_for_all && !one_a_sequence) || padding.cols() != scores.cols ||
            (one_a_sequence && padding.size(0) != scores.batch))
            throw Error("mask needs a key padding [batch, key] or [key] of the scores' sizes, got " + text(in[0]) +
                        " and " + text(padding));
        return in[0];
    }

    void forward(const Forward& run) const override {
        each_row(run.in, run.pool, [&](std::size_t r, const float* sees, const float* token, std::size_t keys) {
            const float* scores = run.in[0].row(r);
            float* out = run.out.row(r);
            select(sees, token, scores, minus_infinity, out, keys);
        });
    }

    void backward(const Backward& run) const override {
        if (run.in_grad[0].data == nullptr) return;
        each_row(run.in, run.pool, [&](std::size_t r, const float* sees, const float* token, std::size_t keys) {
            const float* upstream = run.out_grad.row(r);
            float* grad = run.in_grad[0].row(r);
            if (run.accumulates(0))
                for (std::size_t j = 0; j < keys; ++j) {
                    const bool open = sees[j] != 0 && (token == nullptr || token[j] != 0);
                    grad[j] += open ? upstream[j] : 0.0F;
                }
            else
                select(sees, token, upstream, 0, grad, keys);
        });
    }
    ClosedBy closed_by(std::size_t operands) const override { return {0, 1, operands == 3 ? 2 : -1}; }
    bool assigns_gradients() const override { return true; }
    int output_may_alias() const override { return 0; }
    int gradient_may_alias() const override { return 0; }

    ChangedRows changed_rows(std::span<const ChangedRows> changed, std::span<const ConstView> in) const override {
        if (changed.size() > 2 && changed[2].any()) return ChangedRows::all();
        ChangedRows result{.row = std::min(changed[0].row, changed[1].row)};  // the mask's rows are the queries too
        if (changed[1].column != ChangedRows::none) result.row = 0;
        if (changed[0].column == ChangedRows::none) return result;
        // A changed column reaches the rows that may see it: none before the first, in a causal mask.
        const int queries = in[1].shape.size(0), keys = in[1].shape.size(1);
        const int rows = std::min(result.row, queries);
        for (int i = 0; i < rows; ++i)
            for (int j = changed[0].column; j < keys; ++j)
                if (in[1].row(static_cast<std::size_t>(i))[j] != 0) return {.row = i};
        return result;
    }

    Derivation derive(const CellQuery& question) const override {
        const Cell& cell = question.cell;
        const int first = question.out.rank() == 4 ? 1 : 0, query = cell[first + 1], key = cell[first + 2];
        DerivationBuilder builder(question.read);
        if (builder.read(1, Cell{{query, key, 0, 0}}) == 0)
            return DerivationBuilder::fixed(static_cast<double>(minus_infinity),
                                            "masked: the query cannot attend to this key");
        if (question.in.size() == 3) {
            const Cell token = question.in[2].rank() == 2 ? Cell{{first == 1 ? cell[0] : 0, key, 0, 0}} : Cell{{key}};
            if (builder.read(2, token) == 0)
                return DerivationBuilder::fixed(static_cast<double>(minus_infinity), "masked: the key is padding");
        }
        return builder.finish({.terms = {{.factors = {builder.operand(0, cell)}}}});
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override { return {0, bytes(in, out)}; }

private:
    /// to = from where the mask and the padding (null: none) are open, else `closed`. from and to may be the same
    /// memory.
    static void select(const float* sees, const float* token, const float* from, float closed, float* to,
                       std::size_t n) {
        const Lanes shut = all_lanes(closed);
        std::size_t j = 0;
        for (; j + lane_count <= n; j += lane_count) {
            Lanes value = load_lanes(sees + j) != 0 ? load_lanes(from + j) : shut;
            if (token != nullptr) value = load_lanes(token + j) != 0 ? value : shut;
            store_lanes(to + j, value);
        }
        for (; j < n; ++j) to[j] = sees[j] != 0 && (token == nullptr || token[j] != 0) ? from[j] : closed;
    }

    /// Calls row(r, mask of the query, padding of the sequence or null, number of keys) for every row of the scores.
    template <class Row>
    static void each_row(std::span<const ConstView> in, ThreadPool* pool, const Row& row) {
        const Heads scores = heads_of(in[0].shape);
        const auto queries = static_cast<std::size_t>(scores.rows), keys = static_cast<std::size_t>(scores.cols);
        const std::size_t sequence = queries * static_cast<std::size_t>(scores.heads);  // rows of one
        split(pool, scores.matrices() * queries, keys, [&](std::size_t begin, std::size_t end) {
            if (begin == end) return;
            std::size_t query = begin % queries;
            for (std::size_t r = begin; r < end; ++r) {
                const float* token = nullptr;
                if (in.size() == 3) token = in[2].shape.rank() == 2 ? in[2].row(r / sequence) : in[2].data;
                row(r, in[1].row(query), token, keys);
                query = query + 1 == queries ? 0 : query + 1;
            }
        });
    }
};

std::vector<Example> mask_examples() {
    const auto open = [](int queries, int keys, bool causal) {
        Tensor tensor(Shape{{Axis::query, queries}, {Axis::key, keys}});
        for (std::size_t i = 0; i < tensor.data.size(); ++i) {
            const Cell cell = tensor.shape.cell(i);
            tensor.data[i] = causal && cell[1] > cell[0] ? 0.0F : 1.0F;
        }
        return tensor;
    };
    const auto scores = [](int heads, int queries, int keys) {
        return Shape{{Axis::head, heads}, {Axis::query, queries}, {Axis::key, keys}};
    };
    const Shape batched{{Axis::batch, 2}, {Axis::head, 2}, {Axis::query, 3}, {Axis::key, 3}};
    const Shape cross{{Axis::batch, 2}, {Axis::head, 1}, {Axis::query, 2}, {Axis::key, 5}};
    const Shape blind{{Axis::query, 3}, {Axis::key, 2}};
    return {{"causal", mask(), {normal_tensor(scores(2, 5, 5), 1), open(5, 5, true)}},
            {"one token", mask(), {normal_tensor(scores(1, 1, 1), 2), open(1, 1, false)}},
            {"a query that sees nothing",
             mask(),
             {normal_tensor(scores(2, 3, 2), 3), tensor_of(blind, {1, 0, 0, 0, 1, 1})}},
            {"padding of one text",
             mask(),
             {normal_tensor(scores(2, 4, 4), 4), open(4, 4, false), tensor_of({{Axis::key, 4}}, {1, 1, 0, 1})}},
            {"a batch", mask(), {normal_tensor(batched, 5), open(3, 3, true)}},
            {"a batch with padding",
             mask(),
             {normal_tensor(cross, 6), open(2, 5, false),
              tensor_of({{Axis::batch, 2}, {Axis::key, 5}}, {1, 1, 1, 0, 0, 0, 0, 0, 0, 0})}}};
}

}  // namespace

OperationPtr mask() { return std::make_shared<Mask>(); }

extern const OperationRow mask_row{"mask", mask_examples};

}  // namespace glassformer::op
