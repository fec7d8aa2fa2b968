// What the window says by itself: of a problem, of a model's warnings, of a run with numbers that are not finite, and
// of weights that changed on disk.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "app/paint/visible_text.h"
#include "app/program/app.h"
#include "app/program/texts.h"
#include "app/views/shared/commands.h"
#include "core/analysis/not_finite.h"
#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/model/preparation.h"
#include "core/session/doubled_start.h"

namespace glassformer {

namespace {
constexpr double seconds_between_looks = 0.2;  // at weights that are being read
}

void App::say(std::string problem) {
    // A repeated message is shown and logged again.
    if (message_ == problem) logged_message_.clear();
    message_at_.reset();
    message_ = std::move(problem);
    platform_.wake();
}

/// A problem is over with the next thing that succeeds: other inputs that could be computed. But of weights that are
/// the old ones is spoken as long as they are used.
void App::end_message(const Session::Snapshot& shown) {
    if (message_.empty()) {
        message_at_.reset();
    } else if (message_ == said_of_weights_) {
        if (shown.model && changed_weights_.lock() == shown.model) return;
        message_.clear();
        message_at_.reset();
    } else if (!message_at_ || message_at_->second != message_) {
        message_at_ = {session_.inputs(), message_};
    } else if (!shown.stale && shown.error.empty() && session_.inputs() != message_at_->first) {
        message_.clear();
        message_at_.reset();
    }
}

/// What is odd about a model is in the list of messages as soon as its weights have been read; a notice says so.
void App::log_warnings(const Session::Snapshot& shown) {
    if (!shown.model || warned_of_.lock() == shown.model) return;
    if (shown.model->preparation && !shown.model->preparation->done()) return sleep_at_most(seconds_between_looks);
    warned_of_ = shown.model;
    const std::vector<std::string> warnings = shown.model->all_warnings(true);
    for (const std::string& warning : warnings)
        log_.add(fmt::format(texts::program::warning, shown.model->name, printable(warning)), true);
    if (!warnings.empty() && notice_.empty())
        notice_ = hint(warnings.size() == 1 ? std::string(texts::program::warned_one)
                                            : fmt::format(texts::program::warned, warnings.size()),
                       Command::palette);
}

/// What is odd about a run, once: a start token that is there twice, or numbers that are not finite and reach the last
/// row of the logits, with the first of them.
void App::warn_of_run(const Evaluation& run) try {
    std::string odd;
    const Ref logits = run.graph().logits;
    const auto finite = [](ConstView all) {
        return std::all_of(all.data, all.data + all.shape.count(), [](float value) { return std::isfinite(value); });
    };
    const auto last_row_is_finite = [&](const Record& record) {  // of a long text they are many
        const auto columns = static_cast<std::size_t>(record.shape.cols());
        const float* const row = record.entries(record.shape.count() - columns, columns);
        return row == nullptr || std::all_of(row, row + columns, [](float value) { return std::isfinite(value); });
    };
    if (logits && !last_row_is_finite(run.trace().record(logits.id))) {
        const std::optional<NotFinite> found = first_not_finite(run.trace());
        const auto is_broken_weight = [&](int operand) {
            const Record& record = run.trace().record(operand);
            return record.kind == Record::Kind::parameter && !finite(record.view());
        };
        // What was typed is no news, and of weights the model's own warning speaks.
        if (found && !run.trace().record(found->record).edited(found->cell) &&
            std::ranges::none_of(run.trace().record(found->record).operands, is_broken_weight))
            odd = sentence_of(*found, run.trace(), run.model().name);
    }
    if (const std::string start = doubled_start(run.model(), run.inputs().text); odd.empty() && !start.empty())
        odd = fmt::format(texts::program::doubled_start, "“" + visible_text(start) + "”");
    if (std::exchange(warned_of_run_, odd) != odd && !odd.empty()) notice_ = odd;
} catch (const Error&) {
    return;  // numbers that cannot be read are spoken of where they are shown
}

/// Weights that another program wrote to since they were read: what is shown is of the old ones.
void App::look_at_weights(const Session::Snapshot& shown, double now) {
    if (!shown.model || changed_weights_.lock() == shown.model || now < weights_looked_at_ + seconds_between_looks)
        return;
    weights_looked_at_ = now;
    if (!weights_changed(*shown.model)) return;
    changed_weights_ = shown.model;
    said_of_weights_ = fmt::format(texts::program::weights_changed, in_quotes(shown.model->name));
    say(said_of_weights_);
}

}  // namespace glassformer
