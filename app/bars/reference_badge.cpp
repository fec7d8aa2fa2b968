#include "app/bars/reference_badge.h"

#include <fmt/core.h>

#include <array>

#include "app/bars/texts.h"
#include "app/paint/printed_number.h"
#include "app/widgets/controls.h"
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
        check_.forget();
        model_ = model;
        ++seen_;
        const bool foreign = find_importer(model->model_type) != nullptr || !model->card.origin.empty();
        unchecked_ = Reference::is_in(model->folder) ? State::checking : foreign ? State::not_checked : State::none;
    }
    if (unchecked_ == State::checking)
        check_.follow(
            seen_,
            [model](const auto& work) { return check_model(model, [&work](int, int) { return !work.stopped; }); },
            [&platform = context.ui.platform] { platform.wake(); });
    if (state() == State::checking) context.ui.keep_awake();
}

ReferenceBadge::State ReferenceBadge::state() const {
    const auto found = check_.shown();
    if (unchecked_ != State::checking || !found) return unchecked_;
    if (!found->error.empty()) return State::refused;
    return found->result.holds() ? State::equal : State::differs;
}

std::string ReferenceBadge::sentence() const {
    const State now = state();
    const auto found = check_.shown();
    switch (now) {
        case State::none: return "";
        case State::not_checked: return texts::bars::reference_missing;
        case State::checking: return texts::bars::reference_checking;
        case State::refused: return fmt::format(texts::bars::reference_refused, found->error);
        case State::equal:
        case State::differs: break;
    }
    std::size_t failed = 0;
    for (const ModelCheck::Row& row : found->result.rows) failed += row.holds ? 0 : 1;
    const std::size_t rows = found->result.rows.size();
    const std::string most = number_text(found->result.greatest());
    return now == State::equal ? fmt::format(texts::bars::reference_equal, rows, most)
                               : fmt::format(texts::bars::reference_differs, failed, rows, most);
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
