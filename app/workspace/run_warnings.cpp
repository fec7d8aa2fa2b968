#include "app/workspace/run_warnings.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "app/paint/visible_text.h"
#include "app/views/shared/commands.h"
#include "app/workspace/texts.h"
#include "core/analysis/not_finite.h"
#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/model/preparation.h"
#include "core/session/doubled_start.h"

namespace glassformer {

namespace {
constexpr double seconds_between_looks = 0.2;  // at weights that are being read
}

void RunWarnings::follow(const Session::Snapshot& shown, Gui& gui, double now) {
    const bool changed = shown.model && changed_weights_.lock() == shown.model;
    const bool told = !changed_sentence_.empty() && messages_.problem() == changed_sentence_;
    // Of weights that are the old ones is spoken as long as they are used.
    if (told && !changed) messages_.clear_problem();
    messages_.keep_problem(told && changed);
    messages_.end_problem(shown);
    list_warnings(shown, gui);
    look_at_weights(shown, now);
}

/// What is odd about a model is in the list of messages as soon as its weights have been read; a notice says so.
void RunWarnings::list_warnings(const Session::Snapshot& shown, Gui& gui) {
    if (!shown.model || listed_.lock() == shown.model) return;
    if (shown.model->preparation && !shown.model->preparation->done()) return gui.sleep_at_most(seconds_between_looks);
    listed_ = shown.model;
    const std::vector<std::string> warnings = shown.model->all_warnings(true);
    for (const std::string& warning : warnings)
        messages_.log().add(fmt::format(texts::window::warning, shown.model->name, printable(warning)), true);
    if (!warnings.empty() && messages_.notice().empty())
        messages_.notice() = hint(warnings.size() == 1 ? std::string(texts::window::warned_one)
                                                       : fmt::format(texts::window::warned, warnings.size()),
                                  Command::palette);
}

/// What is odd about a run, once: a start token that is there twice, or numbers that are not finite and reach the last
/// row of the logits, with the first of them.
void RunWarnings::warn_of(const Evaluation& run) try {
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
        odd = fmt::format(texts::window::doubled_start, "“" + visible_text(start) + "”");
    if (std::exchange(run_sentence_, odd) != odd && !odd.empty()) messages_.notice() = odd;
} catch (const Error&) {
    return;  // numbers that cannot be read are spoken of where they are shown
}

/// Weights that another program wrote to since they were read: what is shown is of the old ones.
void RunWarnings::look_at_weights(const Session::Snapshot& shown, double now) {
    if (!shown.model || changed_weights_.lock() == shown.model || now < looked_at_ + seconds_between_looks) return;
    looked_at_ = now;
    if (!weights_changed(*shown.model)) return;
    changed_weights_ = shown.model;
    changed_sentence_ = fmt::format(texts::window::weights_changed, in_quotes(shown.model->name));
    messages_.say(changed_sentence_);
}

}  // namespace glassformer
