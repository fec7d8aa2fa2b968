// Softmax over the last axis: scores into weights, logits into probabilities. The maximum goes first, because the
// exponential of a raw score above 88 overflows a float.
#include <array>
#include <limits>

#include "core/math/exponential.h"
#include "core/ops/closing.h"
#include "core/ops/example_operands.h"
#include "core/ops/ops.h"
#include "core/ops/row_wise.h"

namespace glassformer::op {

namespace {

constexpr float masked_score = -std::numeric_limits<float>::infinity();

class Softmax : public RowWise {
public:
    std::string_view name() const override { return "softmax"; }

    std::string formula(std::size_t) const override { return "{out} = \\text{softmax}({0})"; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 1, 1);
        if (in[0].rank() < 1 || in[0].cols() < 1)
            throw Error("softmax needs at least one entry a row, got " + text(in[0]));
        return in[0];
    }

    void forward(const Forward& run) const override {
        const auto cols = static_cast<std::size_t>(run.out.shape.cols());
        // Rows that are short are done together: the ends of their vectors would cost more than the rest.
        const std::size_t together = std::max<std::size_t>(1, 1024 / cols);
        // An exponential costs as much as some eight sums.
        split(run.pool, run.out.shape.rows(), 8 * cols, [&](std::size_t begin, std::size_t end) {
            for (std::size_t r = begin; r < end; r += together) some_rows(run, r, std::min(together, end - r), cols);
        });
    }

    void backward(const Backward& run) const override {
        if (run.in_grad[0].data == nullptr) return;
        const auto cols = static_cast<std::size_t>(run.out.shape.cols());
        split(run.pool, run.out.shape.rows(), 4 * cols, [&](std::size_t begin, std::size_t end) {
            for (std::size_t r = begin; r < end; ++r) {
                const float *p = run.out.row(r), *upstream = run.out_grad.row(r);
                // Where the upstream is nearly constant, the weights' rounding would leave a share of it in every
                // entry, and a row of gradients that should sum to 0 would not; so the mean is taken out twice.
                const float mean = weighted_sum(p, upstream, 0, cols);
                const float rest = weighted_sum(p, upstream, mean, cols);
                contribute(array(run.in_grad[0].row(r), cols), array(p, cols) * (array(upstream, cols) - mean - rest),
                           run.accumulates(0));
            }
        });
    }
    bool assigns_gradients() const override { return true; }
    int output_may_alias() const override { return 0; }
    int gradient_may_alias() const override { return 0; }
    bool backward_reads_result() const override { return true; }

    Derivation derive(const CellQuery& question) const override {
        DerivationBuilder builder(question.read);
        if (question.row != nullptr)
            builder.take_steps(*question.row, shared_steps());
        else if (!derive_sum(builder, question))
            return DerivationBuilder::fixed(0, "every key is masked");
        const int m = 0, z = 1;
        const int e =
            builder.add({.symbol = "e",
                         .meaning = "exponential of this entry",
                         .each = &function::exp,
                         .terms = {{.factors = {DerivationBuilder::minus(builder.operand(0, question.cell), m)}}}});
        Derivation whole =
            builder.finish({.terms = {{.factors = {builder.step(e), DerivationBuilder::divide(builder.step(z))}}}});
        if (std::isnan(whole.value)) whole.note = why_no_number(whole.steps.front().value);
        return whole;
    }
    int shared_steps() const override { return 2; }

    /// An entry: compare, subtract, exponential, add, multiply.
    Cost cost(std::span<const Shape> in, const Shape& out) const override { return {5 * entries(out), bytes(in, out)}; }

private:
    static std::string why_no_number(double largest) {
        return std::isinf(largest) && largest < 0
                   ? "every score that no mask closes is −∞, so the softmax is 0/0"
                   : "a score of the row overflows to ∞ or is NaN, so none of its weights is a number";
    }

    /// Steps m and s; false, and no step, for a row whose scores are all closed.
    static bool derive_sum(DerivationBuilder& builder, const CellQuery& question) {
        const int last = question.out.rank() - 1, cols = question.out.cols();
        std::vector<Factor> row;
        row.reserve(static_cast<std::size_t>(cols));
        bool masked = true;
        for (int j = 0; j < cols; ++j) {
            Cell cell = question.cell;
            cell[last] = j;
            row.push_back(builder.operand(0, cell));
            masked = masked && row.back().value == static_cast<double>(masked_score);
        }
        if (masked && (!question.overflows || !question.overflows())) return false;
        Step maximum{.symbol = "m", .meaning = "maximum of the row", .combine = Step::Combine::maximum};
        maximum.terms.reserve(row.size());
        for (const Factor& x : row) maximum.terms.emplace_back().factors.push_back(x);
        const int m = builder.add(std::move(maximum));
        Step sum{.symbol = "s", .meaning = "sum of the row's exponentials", .each = &function::exp};
        sum.terms.reserve(row.size());
        for (Factor& x : row) sum.terms.emplace_back().factors.push_back(DerivationBuilder::minus(std::move(x), m));
        builder.add(std::move(sum));
        return true;
    }

    /// `rows` rows from `first` on.
    static void some_rows(const Forward& run, std::size_t first, std::size_t rows, std::size_t cols) {
        const float* scores = run.in[0].row(first);
        float* weights = run.out.row(first);
        for (std::size_t r = 0; r < rows; ++r) {
            const float m = largest(scores + r * cols, cols);
            // A row of nothing but -inf stays one, and becomes zeros.
            array(weights + r * cols, cols) = array(scores + r * cols, cols) - (m == masked_score ? 0.0F : m);
        }
        exponentials(weights, rows * cols);
        for (std::size_t r = 0; r < rows; ++r) {
            const float sum = sum_of(weights + r * cols, cols);
            // NaN in a row makes every weight of the row NaN.
            if (sum != 0)
                array(weights + r * cols, cols) *= 1 / sum;
            else if (run.closing != nullptr && run.closing->overflows(run.out.shape, first + r))
                array(weights + r * cols, cols) = std::numeric_limits<float>::quiet_NaN();
        }
    }

    // A row has the same bits wherever it lies, alone or among others: no entry at an end takes another way than one
    // in the middle, and the sum does not ask where the vectors are.
    static void exponentials(float* x, std::size_t n) {
        constexpr auto width = static_cast<std::size_t>(lane_count);
        std::size_t i = 0;
        for (; i + width <= n; i += width) store_lanes(x + i, exponential(load_lanes(x + i)));
        if (i == n) return;
        std::array<float, width> rest{};
        std::copy_n(x + i, n - i, rest.data());
        store_lanes(rest.data(), exponential(load_lanes(rest.data())));
        std::copy_n(rest.data(), n - i, x + i);
    }

    static constexpr std::size_t lanes = 16;
    using Block = Eigen::Array<float, static_cast<int>(lanes), 1>;  // entries side by side, in registers
    static Block block(const float* x) { return Eigen::Map<const Block>(x); }

    static float largest(const float* x, std::size_t n) {
        if (n < lanes) return array(x, n).maxCoeff();
        Block found = block(x + n - lanes);
        for (std::size_t i = 0; i + lanes < n; i += lanes) found = found.max(block(x + i));
        return found.maxCoeff();
    }

    static float sum_of(const float* x, std::size_t n) {
        Block sums = Block::Zero();
        std::size_t i = 0;
        for (; i + lanes <= n; i += lanes) sums += block(x + i);
        for (std::size_t lane = 0; i < n; ++i, ++lane) sums[static_cast<Eigen::Index>(lane)] += x[i];
        return sums.sum();
    }

    /// Σ p_j (x_j - less)
    static float weighted_sum(const float* p, const float* x, float less, std::size_t n) {
        Block sums = Block::Zero();
        std::size_t i = 0;
        for (; i + lanes <= n; i += lanes) sums += block(p + i) * (block(x + i) - less);
        float sum = sums.sum();
        for (; i < n; ++i) sum += p[i] * (x[i] - less);
        return sum;
    }
};

std::vector<Example> softmax_examples() {
    const Shape scores{{Axis::head, 2}, {Axis::query, 5}, {Axis::key, 5}};
    const Shape batched{{Axis::batch, 2}, {Axis::head, 2}, {Axis::query, 3}, {Axis::key, 4}};
    Example causal{"a causal mask", softmax(), {normal_tensor(scores, 2)}};
    for (int h = 0; h < 2; ++h)
        for (int i = 0; i < 5; ++i)
            for (int j = i + 1; j < 5; ++j) causal.operands[0].data[scores.offset(Cell{{h, i, j, 0}})] = masked_score;
    Example blind{"a batch with a row that sees nothing", softmax(), {normal_tensor(batched, 3)}};
    for (int j = 0; j < 4; ++j) blind.operands[0].data[batched.offset(Cell{{1, 0, 2, j}})] = masked_score;
    Example large{"scores beyond the range of exp", softmax(), {normal_tensor({{Axis::query, 3}, {Axis::key, 7}}, 4)}};
    for (float& x : large.operands[0].data) x += x > 0 ? 1000.0F : 998.0F;
    return {{"logits of an odd size", softmax(), {normal_tensor({{Axis::position, 3}, {Axis::vocab, 19}}, 1)}},
            {"one entry", softmax(), {normal_tensor({{Axis::classes, 1}}, 5)}},
            std::move(causal),
            std::move(blind),
            std::move(large)};
}

}  // namespace

OperationPtr softmax() { return std::make_shared<Softmax>(); }

extern const OperationRow softmax_row{"softmax", softmax_examples};

}  // namespace glassformer::op
