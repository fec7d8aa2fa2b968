// Layer norm over the last axis (Ba, Kiros, Hinton 2016), with ε inside the root or added to the standard deviation.
#include <cmath>
#include <utility>

#include "core/ops/example_operands.h"
#include "core/ops/ops.h"
#include "core/ops/row_wise.h"

namespace glassformer::op {

namespace {

class LayerNorm : public RowWise {
public:
    LayerNorm(float eps, NormEpsPlacement placement) : eps_(eps), placement_(placement) {}

    std::string_view name() const override { return "layer_norm"; }

    std::string formula(std::size_t) const override {
        return inside() ? "{out} = \\frac{{0} - μ}{\\sqrt{σ² + ε}} ⊙ {1} + {2}"
                        : "{out} = \\frac{{0} - μ}{σ + ε} ⊙ {1} + {2}";
    }

    Attributes attributes() const override {
        return {{"eps", static_cast<double>(eps_)}, {"placement", inside() ? "inside_sqrt" : "added_to_std"}};
    }
    std::any settings() const override { return LayerNormSettings{eps_, placement_}; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 3, 3);
        for (const Shape& parameter : in.subspan(1))
            if (in[0].rank() < 1 || parameter.rank() != 1 || parameter.cols() != in[0].cols())
                throw Error("layer_norm needs a weight and a bias as long as a row of " + text(in[0]) + ", got " +
                            text(in[1]) + " and " + text(in[2]));
        return in[0];
    }

    void forward(const Forward& run) const override {
        const auto d = static_cast<std::size_t>(run.out.shape.cols());
        const ConstArray weight = array(run.in[1].data, d), bias = array(run.in[2].data, d);
        split(run.pool, run.out.shape.rows(), d, [&](std::size_t begin, std::size_t end) {
            for (std::size_t r = begin; r < end; ++r) {
                const ConstArray x = array(run.in[0].row(r), d);
                const Moments m = moments(x.data(), d);
                if (run.saved != nullptr) std::memcpy(run.saved + r * moments_floats, &m, sizeof(m));
                array(run.out.row(r), d) = ((x - m.mean) - m.low) * (1 / m.divisor) * weight + bias;
            }
        });
    }

    void backward(const Backward& run) const override {
        const auto d = static_cast<std::size_t>(run.out.shape.cols());
        const std::size_t rows = run.out.shape.rows();
        const ConstArray weight = array(run.in[1].data, d);
        // Kept by the calling thread: it grows once, and later calls do not allocate.
        static thread_local std::vector<Moments> kept;
        kept.resize(std::max(kept.size(), rows));
        Moments* const of_row = kept.data();
        split(run.pool, rows, 2 * d, [&](std::size_t begin, std::size_t end) {
            for (std::size_t r = begin; r < end; ++r) {
                const ConstArray x = array(run.in[0].row(r), d), upstream = array(run.out_grad.row(r), d);
                const Moments m = of_row[r] =
                    run.saved != nullptr ? read(run.saved + r * moments_floats) : moments(x.data(), d);
                if (run.in_grad[0].data == nullptr) continue;
                const auto [mean, along] = means(upstream.data(), weight.data(), x.data(), m.mean, d);
                // d divisor / d x_i is (x_i - μ) / (d · root); a constant row has no direction to fall in.
                const float slope = m.root > 0 ? along / (m.root * m.divisor * m.divisor) : 0.0F;
                contribute(array(run.in_grad[0].row(r), d),
                           (upstream * weight - mean) * (1 / m.divisor) - (x - m.mean) * slope, run.accumulates(0));
            }
        });
        // Split by columns: every thread owns its entries, and the sum does not depend on the number of threads.
        split(run.pool, d, 2 * rows, [&](std::size_t begin, std::size_t end) {
            const std::size_t n = end - begin;
            if (float* grad = run.in_grad[1].data) {
                Array sum = array(grad + begin, n);
                if (!run.accumulates(1)) sum.setZero();
                for (std::size_t r = 0; r < rows; ++r)
                    sum += array(run.out_grad.row(r) + begin, n) *
                           ((array(run.in[0].row(r) + begin, n) - of_row[r].mean) * (1 / of_row[r].divisor));
            }
            if (float* grad = run.in_grad[2].data) {
                Array sum = array(grad + begin, n);
                if (!run.accumulates(2)) sum.setZero();
                for (std::size_t r = 0; r < rows; ++r) sum += array(run.out_grad.row(r) + begin, n);
            }
        });
    }
    bool assigns_gradients() const override { return true; }
    std::size_t saved_for_backward(std::span<const Shape> in) const override { return in[0].rows() * moments_floats; }

    Derivation derive(const CellQuery& question) const override {
        DerivationBuilder builder(question.read);
        if (question.row != nullptr)
            builder.take_steps(*question.row, shared_steps());
        else
            derive_moments(builder, question);
        const int mu = 0, divisor = shared_steps() - 1;
        const Cell parameter{{question.cell[question.out.rank() - 1]}};
        return builder.finish(
            {.terms = {{.factors = {DerivationBuilder::minus(builder.operand(0, question.cell), mu),
                                    DerivationBuilder::divide(builder.step(divisor)), builder.operand(1, parameter)}},
                       {.factors = {builder.operand(2, parameter)}}}});
    }
    int shared_steps() const override { return inside() ? 2 : 3; }

    Cost cost(std::span<const Shape> in, const Shape& out) const override { return {8 * entries(out), bytes(in, out)}; }

private:
    /// Steps μ and √(σ² + ε), or μ, σ and σ + ε.
    void derive_moments(DerivationBuilder& builder, const CellQuery& question) const {
        const int last = question.out.rank() - 1, d = question.out.cols();
        const double eps = static_cast<double>(eps_);
        if (question.about != nullptr && question.about->operand > 0) {  // weight and bias move neither
            double sum = 0, squares = 0;
            Cell at = question.cell;
            for (at[last] = 0; at[last] < d; ++at[last]) sum += question.read(0, at);
            for (at[last] = 0; at[last] < d; ++at[last]) {
                const double centred = question.read(0, at) - sum / d;
                squares += centred * centred;
            }
            builder.add_value("μ", sum / d);
            const double sigma = std::sqrt(squares / d + (inside() ? eps : 0));
            builder.add_value("σ", sigma);
            if (!inside()) builder.add_value("σ + ε", sigma + eps);
            return;
        }
        const Factor share = DerivationBuilder::constant(1.0 / d, "\\frac{1}{" + std::to_string(d) + "}");
        Step mean{.symbol = "μ", .meaning = "mean of the row"};
        Cell entry = question.cell;
        for (int c = 0; c < d; ++c) {
            entry[last] = c;
            mean.terms.push_back({.factors = {builder.operand(0, entry), share}});
        }
        const int mu = builder.add(mean);
        Step deviation{.symbol = inside() ? "\\sqrt{σ² + ε}" : "σ",
                       .meaning = inside() ? "standard deviation of the row, with ε" : "standard deviation of the row",
                       .after = &function::sqrt};
        for (int c = 0; c < d; ++c) {
            entry[last] = c;
            const Factor centred = DerivationBuilder::minus(builder.operand(0, entry), mu);
            deviation.terms.push_back({.factors = {centred, centred, share}});
        }
        if (inside()) deviation.terms.push_back({.factors = {DerivationBuilder::constant(eps, "ε")}});
        const int sigma = builder.add(deviation);
        if (!inside())
            builder.add(
                {.symbol = "σ + ε",
                 .meaning = "divisor of the row",
                 .terms = {{.factors = {builder.step(sigma)}}, {.factors = {DerivationBuilder::constant(eps, "ε")}}}});
    }

    struct Moments {
        float mean;     // μ, rounded
        float low;      // what rounding took from it: entries near the mean keep all their digits
        float root;     // σ, or √(σ²+ε)
        float divisor;  // root, or σ+ε
    };

    static constexpr std::size_t moments_floats = sizeof(Moments) / sizeof(float);
    static Moments read(const float* kept) {
        Moments m;
        std::memcpy(&m, kept, sizeof(m));
        return m;
    }

    bool inside() const { return placement_ == NormEpsPlacement::inside_sqrt; }

    static constexpr std::size_t lanes = 16;
    using Block = Eigen::Array<float, static_cast<int>(lanes), 1>;  // numbers side by side, in registers

    /// Σ term(x_i); the term takes a number and sixteen side by side alike.
    template <class Term>
    static float sum_of(const float* x, std::size_t n, const Term& term) {
        Block sums = Block::Zero();
        std::size_t i = 0;
        for (; i + lanes <= n; i += lanes) {
            const Block block = Eigen::Map<const Block>(x + i);
            sums += term(block);
        }
        float sum = sums.sum();
        for (; i < n; ++i) sum += term(x[i]);
        return sum;
    }

    /// Means of upstream · weight and of upstream · weight · (x - μ), in one reading.
    static std::pair<float, float> means(const float* upstream, const float* weight, const float* x, float mu,
                                         std::size_t n) {
        Block plain = Block::Zero(), along = Block::Zero();
        std::size_t i = 0;
        for (; i + lanes <= n; i += lanes) {
            const Block term = Eigen::Map<const Block>(upstream + i) * Eigen::Map<const Block>(weight + i);
            plain += term;
            along += term * (Eigen::Map<const Block>(x + i) - mu);
        }
        float sum = plain.sum(), sum_along = along.sum();
        for (; i < n; ++i) {
            const float term = upstream[i] * weight[i];
            sum += term;
            sum_along += term * (x[i] - mu);
        }
        return {sum / static_cast<float>(n), sum_along / static_cast<float>(n)};
    }

    Moments moments(const float* x, std::size_t n) const {
        const auto count = static_cast<float>(n);
        const double exact = sum_in_double(x, n) / static_cast<double>(n);
        const float mean = static_cast<float>(exact), low = static_cast<float>(exact - static_cast<double>(mean));
        const float variance = sum_of(x, n,
                                      [=](const auto& entry) {
                                          const auto centred = (entry - mean) - low;
                                          return centred * centred;
                                      }) /
                               count;
        const float root = std::sqrt(inside() ? variance + eps_ : variance);
        return {mean, low, root, inside() ? root : root + eps_};
    }

    float eps_;
    NormEpsPlacement placement_;
};

std::vector<Example> layer_norm_examples() {
    const auto operands = [](const Shape& x, std::uint64_t seed) {
        const Shape row{x[x.rank() - 1]};
        return std::vector{normal_tensor(x, seed), normal_tensor(row, seed + 1), normal_tensor(row, seed + 2)};
    };
    const auto inside = NormEpsPlacement::inside_sqrt, added = NormEpsPlacement::added_to_std;
    return {{"odd sizes", layer_norm(1e-5F, inside), operands({{Axis::position, 5}, {Axis::d_model, 7}}, 10)},
            {"eps added to std", layer_norm(1e-3F, added), operands({{Axis::position, 5}, {Axis::d_model, 7}}, 20)},
            {"a large eps", layer_norm(0.5F, inside), operands({{Axis::position, 1}, {Axis::d_model, 16}}, 30)},
            {"one column", layer_norm(0.5F, inside), operands({{Axis::position, 3}, {Axis::d_model, 1}}, 40)},
            {"a batch", layer_norm(1e-5F, inside),
             operands({{Axis::batch, 2}, {Axis::position, 3}, {Axis::d_model, 8}}, 50)}};
}

}  // namespace

OperationPtr layer_norm(float eps, NormEpsPlacement placement) { return std::make_shared<LayerNorm>(eps, placement); }

extern const OperationRow layer_norm_row{"layer_norm", layer_norm_examples};

}  // namespace glassformer::op
