// RMS norm over the last axis (Zhang and Sennrich 2019): no mean is taken away, no bias is added.
#include <cmath>

#include "core/base/aligned.h"
#include "core/ops/example_operands.h"
#include "core/ops/ops.h"
#include "core/ops/row_wise.h"

namespace glassformer::op {

namespace {

class RmsNorm : public RowWise {
public:
    explicit RmsNorm(float eps) : eps_(eps) {}

    std::string_view name() const override { return "rms_norm"; }

    std::string formula(std::size_t) const override {
        return "{out} = \\frac{{0}}{\\sqrt{\\text{mean}({0}²) + ε}} ⊙ {1}";
    }

    Attributes attributes() const override { return {{"eps", static_cast<double>(eps_)}}; }
    std::any settings() const override { return RmsNormSettings{eps_}; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 2, 2);
        if (in[0].rank() < 1 || in[1].rank() != 1 || in[1].cols() != in[0].cols())
            throw Error("rms_norm needs a weight as long as a row of " + text(in[0]) + ", got " + text(in[1]));
        return in[0];
    }

    void forward(const Forward& run) const override {
        const auto d = static_cast<std::size_t>(run.out.shape.cols());
        const ConstArray weight = array(run.in[1].data, d);
        split(run.pool, run.out.shape.rows(), d, [&](std::size_t begin, std::size_t end) {
            for (std::size_t r = begin; r < end; ++r) {
                const ConstArray x = array(run.in[0].row(r), d);
                array(run.out.row(r), d) = x / root(x) * weight;
            }
        });
    }

    void backward(const Backward& run) const override {
        const auto d = static_cast<std::size_t>(run.out.shape.cols());
        const std::size_t rows = run.out.shape.rows();
        const ConstArray weight = array(run.in[1].data, d);
        // Kept by the calling thread: it grows once, and later calls do not allocate.
        static thread_local AlignedFloats kept;
        kept.resize(std::max(kept.size(), rows));
        float* const of_row = kept.data();
        split(run.pool, rows, 2 * d, [&](std::size_t begin, std::size_t end) {
            for (std::size_t r = begin; r < end; ++r) {
                const ConstArray x = array(run.in[0].row(r), d), upstream = array(run.out_grad.row(r), d);
                const float rms = of_row[r] = root(x);
                if (run.in_grad[0].data == nullptr) continue;
                const float slope = (upstream * weight * x).mean() / (rms * rms * rms);
                contribute(array(run.in_grad[0].row(r), d), upstream * weight * (1 / rms) - x * slope,
                           run.accumulates(0));
            }
        });
        if (run.in_grad[1].data == nullptr) return;
        // Split by columns: every thread owns its entries, and the sum does not depend on the number of threads.
        split(run.pool, d, 2 * rows, [&](std::size_t begin, std::size_t end) {
            const std::size_t n = end - begin;
            if (!run.accumulates(1)) array(run.in_grad[1].data + begin, n).setZero();
            for (std::size_t r = 0; r < rows; ++r)
                array(run.in_grad[1].data + begin, n) +=
                    array(run.out_grad.row(r) + begin, n) * array(run.in[0].row(r) + begin, n) / of_row[r];
        });
    }
    bool assigns_gradients() const override { return true; }

    Derivation derive(const CellQuery& question) const override {
        DerivationBuilder builder(question.read);
        if (question.row != nullptr)
            builder.take_steps(*question.row, shared_steps());
        else
            derive_root(builder, question);
        const int last = question.out.rank() - 1, rms = 0;
        return builder.finish(
            {.terms = {{.factors = {builder.operand(0, question.cell), DerivationBuilder::divide(builder.step(rms)),
                                    builder.operand(1, Cell{{question.cell[last]}})}}}});
    }

    int shared_steps() const override { return 1; }

    Cost cost(std::span<const Shape> in, const Shape& out) const override { return {4 * entries(out), bytes(in, out)}; }

private:
    /// The step √(mean(x²) + ε).
    void derive_root(DerivationBuilder& builder, const CellQuery& question) const {
        const int last = question.out.rank() - 1, d = question.out.cols();
        if (question.about != nullptr && question.about->operand > 0) {  // the weight does not move it
            double sum = 0;
            Cell at = question.cell;
            for (at[last] = 0; at[last] < d; ++at[last]) sum += question.read(0, at) * question.read(0, at);
            builder.add_value("rms", std::sqrt(sum / d + static_cast<double>(eps_)));
            return;
        }
        Step squares{
            .symbol = "\\text{rms}", .meaning = "root mean square of the row, with ε", .after = &function::sqrt};
        Cell entry = question.cell;
        for (int c = 0; c < d; ++c) {
            entry[last] = c;
            const Factor x = builder.operand(0, entry);
            squares.terms.push_back(
                {.factors = {x, x, DerivationBuilder::constant(1.0 / d, "\\frac{1}{" + std::to_string(d) + "}")}});
        }
        squares.terms.push_back({.factors = {DerivationBuilder::constant(static_cast<double>(eps_), "ε")}});
        builder.add(squares);
    }

    float root(const ConstArray& x) const { return std::sqrt(x.square().mean() + eps_); }

    float eps_;
};

std::vector<Example> rms_norm_examples() {
    const auto operands = [](const Shape& x, std::uint64_t seed) {
        return std::vector{normal_tensor(x, seed), normal_tensor({x[x.rank() - 1]}, seed + 1)};
    };
    return {{"odd sizes", rms_norm(1e-5F), operands({{Axis::position, 5}, {Axis::d_model, 7}}, 10)},
            {"a large eps", rms_norm(0.5F), operands({{Axis::position, 1}, {Axis::d_model, 16}}, 20)},
            {"one column", rms_norm(0.5F), operands({{Axis::position, 3}, {Axis::d_model, 1}}, 30)},
            {"a batch", rms_norm(1e-6F), operands({{Axis::batch, 2}, {Axis::position, 3}, {Axis::d_model, 8}}, 40)}};
}

}  // namespace

OperationPtr rms_norm(float eps) { return std::make_shared<RmsNorm>(eps); }

extern const OperationRow rms_norm_row{"rms_norm", rms_norm_examples};

}  // namespace glassformer::op
