#include "app/bars/reference_badge.h"

#include <fmt/core.h>

#include <array>
#include <exception>

#include "app/bars/texts.h"
#include "app/paint/printed_number.h"
#include "app/widgets/controls.h"
#include "core/base/failure.h"
#include "core/io/importer.h"
#include "core/io/reference_file.h"
#include "core/model/model.h"

namespace glassformer {

namespace {

/// By ReferenceBadge::State: for scripts, and as it is drawn.
struct Mark {
    const char* name;
    const char* sign;
};
constexpr std::array<Mark, 6> marks{{{"", ""},
                                     {"not checked", texts::bars::mark_not_checked},
                                     {"checking", texts::bars::mark_checking},
                                     {"equal", texts::bars::mark_equal},
                                     {"differs", texts::bars::mark_differs},
                                     {"refused", texts::bars::mark_not_checked}}};

const Mark& mark_of(ReferenceBadge::State state) { return marks.at(static_cast<std::size_t>(state)); }

}  // namespace

void ReferenceBadge::follow(ViewContext& context) {
    const std::shared_ptr<const Model>& model = context.shown.model;
    if (!model) return;
    if (model_.lock() != model) {
        work_.stop();
        model_.reset();
        unchecked_ = State::none;
        if (!work_.idle()) return;  // soon: in one of the next frames
        model_ = model;
        found_.reset();
        error_.clear();
        const bool foreign = find_importer(model->model_type) != nullptr || !model->card.origin.empty();
        unchecked_ = Reference::is_in(model->folder) ? State::checking : foreign ? State::not_checked : State::none;
        if (unchecked_ != State::checking) return;
        work_.start(
            [this, model](const std::atomic<bool>& stopped) {
                std::optional<ModelCheck> found;
                std::string error;
                try {
                    found = check_model(model, [&stopped](int, int) { return !stopped; });
                } catch (const std::exception& problem) {
                    error = sentence_of(problem);
                }
                const std::lock_guard lock(mutex_);
                if (stopped) return;
                found_ = std::move(found);
                error_ = std::move(error);
            },
            [&platform = context.ui.platform] { platform.wake(); });
    }
    if (state() == State::checking) context.ui.keep_awake();
}

ReferenceBadge::State ReferenceBadge::state() const {
    const std::lock_guard lock(mutex_);
    if (unchecked_ != State::checking) return unchecked_;
    if (!error_.empty()) return State::refused;
    return !found_ ? State::checking : found_->holds() ? State::equal : State::differs;
}

std::string ReferenceBadge::sentence() const {
    const State now = state();
    const std::lock_guard lock(mutex_);
    switch (now) {
        case State::none: return "";
        case State::not_checked: return texts::bars::reference_missing;
        case State::checking: return texts::bars::reference_checking;
        case State::refused: return fmt::format(texts::bars::reference_refused, error_);
        case State::equal:
        case State::differs: break;
    }
    std::size_t failed = 0;
    for (const ModelCheck::Row& row : found_->rows) failed += row.holds ? 0 : 1;
    const std::string most = number_text(found_->greatest());
    return now == State::equal ? fmt::format(texts::bars::reference_equal, found_->rows.size(), most)
                               : fmt::format(texts::bars::reference_differs, failed, found_->rows.size(), most);
}

std::string ReferenceBadge::name() const { return mark_of(state()).name; }

float ReferenceBadge::width(const Ui& ui) const { return state() == State::none ? 0 : 1.1F * ui.em; }

void ReferenceBadge::draw(Ui& ui, const Rect& area) const {
    const State now = state();
    text_in(ui.painter, area, mark_of(now).sign,
            {.colour = now == State::equal     ? ui.theme.accent
                       : now == State::differs ? ui.theme.warning
                                               : ui.theme.muted,
             .face = Face::bold,
             .align = Align::centre});
}

}  // namespace glassformer
