// Mean cross entropy of logits against labels: -log of the softmax's probability of each row's label, which is the
// row's log-sum-exp less the logit of its label, over all rows that have a label. Smoothing (Szegedy et al. 2016) moves
// a share s of the target onto all classes alike.
#include <cmath>
#include <limits>

#include "core/ops/example_operands.h"
#include "core/ops/operands.h"
#include "core/ops/ops.h"

namespace glassformer::op {

namespace {

class CrossEntropy : public Operation {
public:
    explicit CrossEntropy(float smoothing) : smoothing_(smoothing) {}

    std::string_view name() const override { return "cross_entropy"; }

    std::string formula(std::size_t) const override {
        // Not \frac{1}{n}: a single digit in braces would be an operand.
        const std::string mean = "{out} = -\\frac{ 1}{n} Σ_{i} ", of = "\\text{log} p_{i}[{1}_{i}]";
        const std::string terms = smoothing_ == 0 ? of : "((1 - s) " + of + " + \\frac{s}{V} Σ_{j} \\text{log} p_{ij})";
        return mean + terms + ", p = \\text{softmax}({0})";
    }

    Attributes attributes() const override { return {{"smoothing", static_cast<double>(smoothing_)}}; }
    std::any settings() const override { return LossSettings{smoothing_}; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 2, 2);
        if (in[0].rank() < 1 || in[0].cols() < 1 || in[1].count() != in[0].rows())
            throw Error("cross_entropy needs one label a row of " + text(in[0]) + ", got " + text(in[1]));
        return {{Axis::scalar, 1}};
    }

    void forward(const Forward& run) const override {
        const std::size_t classes = columns(run.in[0]);
        double sum = 0;
        const std::size_t labelled = count_labels(run.in);
        for (std::size_t r = 0; r < run.in[0].shape.rows(); ++r) {
            if (run.in[1].data[r] < 0) continue;
            const ConstArray x = array(run.in[0].row(r), classes);
            const double total = log_sum_exp(x);
            if (run.saved != nullptr) run.saved[r] = static_cast<float>(total);
            double loss = total - (1.0 - s()) * static_cast<double>(x[label(run.in, r)]);
            if (smoothing_ != 0) loss -= s() * static_cast<double>(x.mean());
            sum += loss;
        }
        run.out.data[0] = labelled == 0 ? 0.0F : static_cast<float>(sum / static_cast<double>(labelled));
    }

    void backward(const Backward& run) const override {
        if (run.in_grad[0].data == nullptr) return;
        const std::size_t classes = columns(run.in[0]), labelled = count_labels(run.in);
        if (!run.accumulates(0) && labelled < run.in[0].shape.rows())
            array(run.in_grad[0].data, run.in[0].shape.count()).setZero();
        if (labelled == 0) return;
        const bool accumulates = run.accumulates(0) || labelled < run.in[0].shape.rows();
        const float upstream = run.out_grad.data[0] / static_cast<float>(labelled);
        split(run.pool, run.in[0].shape.rows(), 8 * classes, [&](std::size_t begin, std::size_t end) {
            for (std::size_t r = begin; r < end; ++r) {
                if (run.in[1].data[r] < 0) continue;
                const ConstArray x = array(run.in[0].row(r), classes);
                Array grad = array(run.in_grad[0].row(r), classes);
                const float total = run.saved != nullptr ? run.saved[r] : static_cast<float>(log_sum_exp(x));
                contribute(grad, upstream * ((x - total).exp() - smoothing_ / static_cast<float>(classes)),
                           accumulates);
                grad[label(run.in, r)] -= upstream * (1.0F - smoothing_);
            }
        });
    }
    bool assigns_gradients() const override { return true; }
    std::size_t saved_for_backward(std::span<const Shape> in) const override { return in[0].rows(); }

    Derivation derive(const CellQuery& question) const override {
        const Shape& logits = question.in[0];
        DerivationBuilder builder(question.read);
        Step mean;
        std::size_t n = 0;
        for (std::size_t r = 0; r < logits.rows(); ++r) {
            const int target = static_cast<int>(std::lround(question.read(1, question.in[1].cell(r))));
            if (target < 0) continue;
            ++n;
            if (question.about != nullptr && question.about->operand == 0 &&
                logits.offset(question.about->cell) / static_cast<std::size_t>(logits.cols()) != r)
                continue;
            const bool asked = question.about != nullptr && question.about->operand == 0;
            mean.terms.push_back(
                {.factors = {builder.step(asked ? derive_entry(builder, logits, *question.about, target)
                                                : derive_row(builder, logits, r, target))}});
        }
        if (mean.terms.empty()) return DerivationBuilder::fixed(0, "no position has a label");
        for (Term& term : mean.terms)
            term.factors.push_back(
                DerivationBuilder::constant(1.0 / static_cast<double>(n), "\\frac{1}{" + std::to_string(n) + "}"));
        return builder.finish(mean);
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override {
        return {6 * entries(in[0]), bytes(in, out)};
    }

private:
    double s() const { return static_cast<double>(smoothing_); }

    static std::size_t columns(const ConstView& logits) { return static_cast<std::size_t>(logits.shape.cols()); }

    static Eigen::Index label(std::span<const ConstView> in, std::size_t r) {
        return static_cast<Eigen::Index>(in[1].data[r]);
    }

    /// Rows with a label; throws where a label is no class.
    static std::size_t count_labels(std::span<const ConstView> in) {
        const int classes = in[0].shape.cols();
        std::size_t labelled = 0;
        for (std::size_t r = 0; r < in[0].shape.rows(); ++r) {
            const float target = in[1].data[r];
            if (!(target >= -1 && target < static_cast<float>(classes) && target == std::floor(target)))
                throw Error("label " + id_text(target) + " at position " +
                            std::to_string(r % static_cast<std::size_t>(in[1].shape.cols())) + " is outside the " +
                            std::to_string(classes) + " classes (-1: no label)");
            labelled += target >= 0 ? 1 : 0;
        }
        return labelled;
    }

    /// log Σ exp(x), in pieces whose sums are added in double: a float sum over 50 000 words loses four digits.
    /// In double: of a row that is nearly certain, a float holds the 1 of its peak and not what the others add.
    static double log_sum_exp(const ConstArray& x) {
        const float peak = x.maxCoeff();
        constexpr Eigen::Index size = 256;
        Eigen::Array<float, size, 1> exponentials;
        double sum = 0;
        for (Eigen::Index i = 0; i < x.size(); i += size) {
            const Eigen::Index n = std::min(size, x.size() - i);
            exponentials.head(n) = (x.segment(i, n) - peak).exp();
            sum += sum_in_double(exponentials.data(), static_cast<std::size_t>(n));
        }
        return static_cast<double>(peak) + std::log(sum);
    }

    /// Steps m, log Σ exp(x - m) and the loss of row r; returns the last one's index.
    int derive_row(DerivationBuilder& builder, const Shape& logits, std::size_t r, int target) const {
        const auto classes = static_cast<std::size_t>(logits.cols());
        const auto entry = [&](std::size_t j) { return builder.operand(0, logits.cell(r * classes + j)); };
        const std::string row = "_{" + std::to_string(r) + "}";
        Step peak{.symbol = "m" + row, .meaning = "largest logit of the row", .combine = Step::Combine::maximum};
        for (std::size_t j = 0; j < classes; ++j) peak.terms.push_back({.factors = {entry(j)}});
        const int m = builder.add(peak);
        Step sum{.symbol = "\\text{log} Z" + row,
                 .meaning = "log of the sum of exp(x - m)",
                 .each = &function::exp,
                 .after = &function::log};
        for (std::size_t j = 0; j < classes; ++j)
            sum.terms.push_back({.factors = {DerivationBuilder::minus(entry(j), m)}});
        const int log_z = builder.add(sum);
        const auto times = [&](double weight, const std::string& symbol, std::size_t j) {
            return Term{.factors = {DerivationBuilder::constant(-weight, "-" + symbol), entry(j)}};
        };
        Step loss{.symbol = "L" + row, .meaning = "cross entropy of the row"};
        loss.terms = {{.factors = {builder.step(m)}}, {.factors = {builder.step(log_z)}}};
        loss.terms.push_back(times(1 - s(), smoothing_ == 0 ? "1" : "(1 - s)", static_cast<std::size_t>(target)));
        if (smoothing_ != 0)
            for (std::size_t j = 0; j < classes; ++j)
                loss.terms.push_back(times(s() / static_cast<double>(classes), "\\frac{s}{V}", j));
        return builder.add(loss);
    }

    /// The same of one logit's row for slopes by this logit: all others stand in a single term of log Σ exp. The peak m
    /// that is taken off cancels, so it may stand still.
    int derive_entry(DerivationBuilder& builder, const Shape& logits, const CellQuery::Source& about,
                     int target) const {
        const int last = logits.rank() - 1, own = about.cell[last];
        Cell at = about.cell;
        double m = -std::numeric_limits<double>::infinity(), others = 0;
        for (at[last] = 0; at[last] < logits.cols(); ++at[last]) m = std::max(m, builder.read(0, at));
        for (at[last] = 0; at[last] < logits.cols(); ++at[last])
            if (at[last] != own) others += std::exp(builder.read(0, at) - m);
        const int peak = builder.add_value("m", m);
        const Factor entry = builder.operand(0, about.cell);
        Step sum{.symbol = "\\text{log} Z",
                 .meaning = "log of the sum of exp(x - m)",
                 .each = &function::exp,
                 .after = &function::log,
                 .terms = {{.factors = {DerivationBuilder::minus(entry, peak)}}}};
        if (others > 0) sum.terms.push_back({.factors = {DerivationBuilder::constant(std::log(others))}});
        const int log_z = builder.add(std::move(sum));
        Step loss{.symbol = "L", .meaning = "cross entropy of the row, less what does not move"};
        loss.terms.push_back({.factors = {builder.step(log_z)}});
        const double on_label = own == target ? 1 - s() : 0;
        loss.terms.push_back({.factors = {DerivationBuilder::constant(-on_label - s() / logits.cols()), entry}});
        return builder.add(std::move(loss));
    }

    float smoothing_;
};

std::vector<Example> cross_entropy_examples() {
    const Shape text{{Axis::position, 4}, {Axis::vocab, 7}};
    return {
        {"one text", cross_entropy(0), {normal_tensor(text, 1), tensor_of({{Axis::position, 4}}, {6, 0, 3, -1})}},
        {"smoothed", cross_entropy(0.1F), {normal_tensor(text, 2), tensor_of({{Axis::position, 4}}, {1, -1, 5, 5})}},
        {"no label", cross_entropy(0), {normal_tensor(text, 3), tensor_of({{Axis::position, 4}}, {-1, -1, -1, -1})}},
        {"one class id",
         cross_entropy(0),
         {normal_tensor({{Axis::classes, 3}}, 4), tensor_of({{Axis::scalar, 1}}, {2})}},
        {"a batch",
         cross_entropy(0),
         {normal_tensor({{Axis::batch, 2}, {Axis::position, 3}, {Axis::vocab, 5}}, 5),
          tensor_of({{Axis::batch, 2}, {Axis::position, 3}}, {4, 1, -1, 0, -1, 2})}}};
}

}  // namespace

OperationPtr cross_entropy(float smoothing) { return std::make_shared<CrossEntropy>(smoothing); }

extern const OperationRow cross_entropy_row{"cross_entropy", cross_entropy_examples};

}  // namespace glassformer::op
