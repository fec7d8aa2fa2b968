#include "app/program/first_steps.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/sheets/welcome_card.h"
#include "app/widgets/controls.h"
#include "app/workspace/message_bar.h"
#include "core/train/live/trained_steps.h"

namespace glassformer {

std::string FirstSteps::try_this(const ViewContext& context) const {
    if (!context.shown.current) return {};
    const std::string& text = context.shown.current->model().card.try_this;
    return text.empty() ? text : fmt::format(texts::window::try_this, text);
}

Rect FirstSteps::take_welcome_column(const Ui& ui, Rect& view) const {
    return open_ ? glassformer::take_welcome_column(ui, view) : Rect{};
}

void FirstSteps::draw_welcome(ViewContext& context, const Rect& column, const Rect& view, bool key_acts) {
    if (!open_) return;
    const Welcome chosen = glassformer::draw_welcome(context, column, view, try_this(context), key_acts);
    if (chosen == Welcome::none) return;
    welcomed_ = true;
    open_ = false;
    tried_ = context.session.inputs().model;
    let_mouse_rest(context.ui);  // the picture grows
    if (chosen == Welcome::lessons) course_.open_list();
    if (chosen == Welcome::tour) course_.open_tour();
}

void FirstSteps::draw_suggestion(ViewContext& context, Rect& rest) {
    const Inputs& inputs = context.session.inputs();
    if (TrainedSteps::step_of(inputs.model)) return;  // its view says what to try
    if (open_ || inputs.model == tried_) return;      // the welcome says so, or has
    if (workspace_.still() || course_.is_open() || !context.preferences.watched || !context.shown.current ||
        context.shown.stale || rest.h < 32 * context.ui.em)
        return;
    const Model& model = context.shown.current->model();
    const std::string& name = context.shown.current->inputs().model;
    if (model.card.try_this.empty() || std::ranges::find(dismissed_models_, name) != dismissed_models_.end()) return;
    static constexpr BarButton buttons[] = {{"", "close suggestion"}};
    const bool dismissed = message_bar(context.ui, context.targets, rest, "suggestion", try_this(context), buttons,
                                       context.ui.theme.accent)
                               .has_value();
    const bool changed = !inputs.edits.empty() || !inputs.architecture.empty();
    if (!dismissed && !changed) return;
    dismissed_models_.push_back(name);
    context.ui.keep_awake();
}

}  // namespace glassformer
