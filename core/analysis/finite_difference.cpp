#include "core/analysis/finite_difference.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/io/model_folder.h"
#include "core/session/labels.h"
#include "core/session/session.h"

namespace glassformer {

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
    }

    /// The loss with the cell set to this value; false when stopped.
    bool loss(const std::string& record, const Cell& cell, float value, double& to) {
        std::vector<Edit> edits = evaluation_.inputs().edits;
        // A loss that was set by hand stays what it was set to, and this pass has no record of it.
        for (const Edit& edit : edits)
            if (edit.record == "loss") {
                to = static_cast<double>(edit.value);
                return true;
            }
        edits.push_back({.record = record, .cell = cell, .value = value});
        tape_.edit(edits);
        if (!tape_.evaluate([this](int, int) { return !go_on_ || go_on_(); })) return false;
        double sum = 0, counted = 0;
        for (const double of : loss_by_row(tape_.trace().record(graph_.logits.id).view(), evaluation_.labels()))
            if (!std::isnan(of)) sum += of, ++counted;
        to = counted > 0 ? sum / counted : 0;
        return true;
    }

    /// How far rounding may move the loss: some units in the last place of the largest logit of each counted row, their
    /// mean; as many as cells of the shipped models were found to be off by. Each of two losses is off by it, and the
    /// quotient divides their difference by two steps.
    double rounding() const {
        constexpr double unit = 1.0 / (1 << 24), units = 48;
        const ConstView logits = tape_.trace().record(graph_.logits.id).view();
        const auto columns = static_cast<std::size_t>(logits.shape.cols());
        double sum = 0, counted = 0;
        for (std::size_t r = 0; r < evaluation_.labels().size(); ++r) {
            if (evaluation_.labels()[r] < 0) continue;
            double largest = 1;
            for (std::size_t c = 0; c < columns; ++c)
                largest = std::max(largest, std::abs(static_cast<double>(logits.row(r)[c])));
            sum += largest;
            ++counted;
        }
        return counted > 0 ? units * unit * sum / counted : 0;
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

struct Ends {
    double above, below;  // the loss with the cell moved up and down
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
    double h = std::max({root_mean_square(record.view()), std::abs(check.value), least}) / 4;
    std::vector<Ends> ends;
    for (int trial = 0; trial < 7; ++trial, h /= 4) {
        // What is added must be what is divided by: h as single precision has it.
        const auto up = static_cast<float>(check.value + h), down = static_cast<float>(check.value - h);
        const double width = static_cast<double>(up) - static_cast<double>(down);
        if (!(width > 0)) break;
        Ends of{};
        if (!pass.loss(record.name, cell, up, of.above) || !pass.loss(record.name, cell, down, of.below)) {
            check.finished = false;
            return check;
        }
        check.trials.push_back({.step = width / 2, .numeric = (of.above - of.below) / width});
        ends.push_back(of);
    }
    check.uncertainty = std::numeric_limits<double>::infinity();
    for (std::size_t t = 0; t + 1 < check.trials.size(); ++t) {
        const double apart = std::abs(check.trials[t].numeric - check.trials[t + 1].numeric);
        if (!(apart < check.uncertainty)) continue;
        check.uncertainty = apart;  // that of h², of which a quarter of the step leaves a sixteenth
        check.step = check.trials[t].step;
        check.numeric = check.trials[t].numeric;
        check.above = ends[t].above;
        check.below = ends[t].below;
    }
    check.uncertainty *= 16.0 / 15;
    if (check.step > 0) {
        double here = 0;
        if (!pass.loss(record.name, cell, static_cast<float>(check.value), here)) {
            check.finished = false;
            return check;
        }
        check.kink = kink(check.trials, ends, here, check.step);
        // Two steps may agree by chance, but no better than rounding lets them.
        check.uncertainty += check.kink + pass.rounding() / check.step;
    }
    const double scale = std::max(std::abs(check.numeric), std::abs(check.recorded));
    check.relative_difference = scale > 0 ? std::abs(check.numeric - check.recorded) / scale : 0;
    return check;
}

}  // namespace glassformer
