#include "core/analysis/finite_difference.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/base/error.h"
#include "core/io/model_folder.h"
#include "core/session/labels.h"
#include "core/session/session.h"

namespace glassformer {

namespace {

constexpr double unit = 1.0 / (1 << 24);

/// A loss and how far single precision may have moved it. The logits are off by some units in the last place of the
/// largest one, as many as cells of the shipped models were found to be off by; of that, p − y reaches the loss. With
/// p = 0.997 for the target, that is a three-hundredth.
struct RoundedLoss {
    double value = 0;
    double reaches = 0;   // 1 − p of the target, mean of all counted rows
    double logits = 0;    // one unit of the largest logit, the same mean
    double rounding = 0;  // of the value

    void add(const float* row, int columns, double loss) {
        constexpr double units = 64;
        double largest = 1;
        for (int c = 0; c < columns; ++c) largest = std::max(largest, std::abs(static_cast<double>(row[c])));
        const double share = -std::expm1(-loss);
        value += loss;
        reaches += share;
        logits += unit * largest;
        rounding += units * unit * largest * share;
    }
    void divide(double count) { value /= count, reaches /= count, logits /= count, rounding /= count; }
    /// What p − y itself is off by, of what it is: of a p close to 1 it has few digits left.
    double of_gradient() const { return logits / std::max(reaches, unit * unit); }
};

}  // namespace

/// The evaluation's pass once more, with one more edit.
class DerivativeChecks::MovedPass {
public:
    MovedPass(const Evaluation& evaluation, ThreadPool* pool, std::function<bool()> go_on)
        : evaluation_(evaluation), tape_(pool), go_on_(std::move(go_on)) {
        const Model& model = evaluation.model();
        // With all records of the evaluation: a cell that nothing reads can be moved too.
        graph_ = record_model(
            tape_, model.config, model.weights,
            {.seq_len = static_cast<int>(evaluation.tokens().size()),
             .target_len = has_target(model.config) ? static_cast<int>(evaluation.target_tokens().size()) : 0});
        tape_.set(graph_.tokens, ids_of(evaluation.tokens()));
        if (graph_.target_tokens) tape_.set(graph_.target_tokens, ids_of(evaluation.target_tokens()));
        if (graph_.token_types)
            tape_.set(graph_.token_types,
                      types_of(model.config, evaluation.inputs().token_types, evaluation.tokens().size()));
    }

    /// The loss with the cell set to this value; nothing when stopped.
    std::optional<RoundedLoss> loss(const std::string& record, const Cell& cell, float value) {
        std::vector<Edit> edits = evaluation_.inputs().edits;
        // A loss that was set by hand stays what it was set to, and this pass has no record of it.
        for (const Edit& edit : edits)
            if (edit.record == "loss") return RoundedLoss{.value = static_cast<double>(edit.value)};
        edits.push_back({.record = record, .cell = cell, .value = value});
        tape_.edit(edits);
        if (!tape_.evaluate([this](int, int) { return !go_on_ || go_on_(); })) return {};
        const ConstView logits = tape_.trace().record(graph_.logits.id).view();
        const std::vector<double> losses = loss_by_row(logits, evaluation_.labels());
        RoundedLoss sum;
        double counted = 0;
        for (std::size_t r = 0; r < losses.size(); ++r) {
            if (std::isnan(losses[r])) continue;
            sum.add(logits.row(r), logits.shape.cols(), losses[r]);
            ++counted;
        }
        if (counted > 0) sum.divide(counted);
        return sum;
    }

private:
    const Evaluation& evaluation_;
    Tape tape_;
    Graph graph_;
    std::function<bool()> go_on_;
};

namespace {

double root_mean_square(const ConstView& view) {
    double squares = 0, count = 0;
    for (std::size_t i = 0; i < view.shape.count(); ++i) {
        if (!std::isfinite(view.data[i])) continue;
        squares += static_cast<double>(view.data[i]) * static_cast<double>(view.data[i]);
        ++count;
    }
    return count > 0 ? std::sqrt(squares / count) : 0;
}

double largest_of(const ConstView& view) {
    double largest = 0;
    for (std::size_t i = 0; i < view.shape.count(); ++i)
        if (std::isfinite(view.data[i])) largest = std::max(largest, std::abs(static_cast<double>(view.data[i])));
    return largest;
}

struct Ends {
    double above, below;  // the loss with the cell moved up and down
    double rounding;      // of either
};

/// Half of what the slopes above and below the number differ by at the chosen step and do not at all lose with a
/// quarter of it. Of a smooth curve they differ by its bend, in proportion to the step, and 0 is left; where a ReLU or
/// a maximum changes its side within the smallest steps, both are right, the gradient is one of them, and the quotient
/// of both sides their mean.
double kink(const std::vector<DerivativeCheck::Trial>& trials, const std::vector<Ends>& ends, double here,
            double chosen) {
    for (std::size_t t = 0; t + 1 < trials.size(); ++t) {
        if (trials[t].step != chosen) continue;
        const auto apart = [&](std::size_t of) {
            return std::abs(ends[of].above + ends[of].below - 2 * here) / (2 * trials[of].step);
        };
        return std::max(0.0, (4 * apart(t + 1) - apart(t)) / 3);
    }
    return 0;
}

}  // namespace

DerivativeCheck check_derivative(const Evaluation& evaluation, int id, const Cell& cell, ThreadPool* pool,
                                 const std::function<bool()>& go_on) {
    return DerivativeChecks(evaluation, pool, go_on).check(id, cell);
}

DerivativeChecks::DerivativeChecks(const Evaluation& evaluation, ThreadPool* pool, std::function<bool()> go_on)
    : evaluation_(evaluation), pool_(pool), go_on_(std::move(go_on)) {}

DerivativeChecks::~DerivativeChecks() = default;

DerivativeCheck DerivativeChecks::check(int id, const Cell& cell) {
    const Evaluation& evaluation = evaluation_;
    const Record& record = evaluation.trace().record(id);
    if (!evaluation.has_gradients()) throw Error("there are no gradients to check: only a forward pass was run");
    if (record.kind == Record::Kind::input) throw Error(record.name + " is an input and has no gradient to check");
    if (!record.shape.contains(cell))
        throw Error("cell " + text(cell, record.shape.rank()) + " is outside " + record.name + " " +
                    text(record.shape));
    DerivativeCheck check;
    check.value = static_cast<double>(record.at(cell));
    check.recorded = static_cast<double>(record.gradient_at(cell));
    if (record.stage == &stage::loss) {
        check.numeric = check.recorded;  // the loss by itself
        return check;
    }
    if (!std::isfinite(check.value))
        throw Error("the cell is " + std::to_string(check.value) + ", which no small step can change");

    if (!pass_) pass_ = std::make_unique<MovedPass>(evaluation, pool_, go_on_);
    MovedPass& pass = *pass_;
    constexpr double least = 1e-3;  // of a tensor of zeros
    constexpr int trials = 7;
    double h = std::max({root_mean_square(record.view()), std::abs(check.value), least}) / 4;
    std::vector<Ends> ends;
    for (int trial = 0; trial < trials; ++trial, h /= 4) {
        // What is added must be what is divided by: h as single precision has it.
        const auto up = static_cast<float>(check.value + h), down = static_cast<float>(check.value - h);
        const double width = static_cast<double>(up) - static_cast<double>(down);
        if (!(width > 0)) break;
        const auto above = pass.loss(record.name, cell, up), below = above ? pass.loss(record.name, cell, down) : above;
        if (!below) {
            check.finished = false;
            return check;
        }
        check.trials.push_back({.step = width / 2, .numeric = (above->value - below->value) / width});
        ends.push_back({above->value, below->value, std::max(above->rounding, below->rounding)});
    }
    check.uncertainty = std::numeric_limits<double>::infinity();
    for (std::size_t t = 0; t + 1 < check.trials.size(); ++t) {
        // The error is that of h², of which a quarter of the step leaves a sixteenth. Two steps may agree by chance,
        // but not better than the next ones do, nor than rounding lets them; four times that was needed.
        const auto apart = [&](std::size_t of) {
            return of + 1 < check.trials.size() ? std::abs(check.trials[of].numeric - check.trials[of + 1].numeric) : 0;
        };
        const double bend = std::max(apart(t), apart(t + 1)) * 64 / 15;
        const double uncertainty = bend + ends[t].rounding / check.trials[t].step;
        if (!(uncertainty < check.uncertainty)) continue;
        check.uncertainty = uncertainty;
        check.step = check.trials[t].step;
        check.numeric = check.trials[t].numeric;
        check.above = ends[t].above;
        check.below = ends[t].below;
    }
    if (check.step > 0) {
        const auto here = pass.loss(record.name, cell, static_cast<float>(check.value));
        if (!here) {
            check.finished = false;
            return check;
        }
        check.kink = kink(check.trials, ends, here->value, check.step);
        // The gradient is in single precision too, and its parts may cancel: the largest of the tensor is their size.
        constexpr double units = 4, summed = 2.5e-4;  // the second: sums over many positions
        check.uncertainty += 1.25 * check.kink + largest_of(record.gradient_view()) * units * here->of_gradient() +
                             summed * std::max(std::abs(check.numeric), std::abs(check.recorded));
    }
    const double scale = std::max(std::abs(check.numeric), std::abs(check.recorded));
    check.relative_difference = scale > 0 ? std::abs(check.numeric - check.recorded) / scale : 0;
    return check;
}

}  // namespace glassformer
