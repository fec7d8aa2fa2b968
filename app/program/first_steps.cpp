#include "app/program/first_steps.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/sheets/welcome_sheet.h"
#include "app/workspace/message_bar.h"
#include "core/train/live/trained_steps.h"

namespace glassformer {

void FirstSteps::draw_welcome(ViewContext& context) {
    const Welcome chosen = glassformer::draw_welcome(context, open_);
    if (chosen == Welcome::none) return;
    welcomed_ = true;
    open_ = false;
    if (chosen == Welcome::lessons) course_.open_list();
    if (chosen == Welcome::tour) course_.open_tour();
}

void FirstSteps::draw_suggestion(ViewContext& context, Rect& rest) {
    const Inputs& inputs = context.session.inputs();
    if (TrainedSteps::step_of(inputs.model)) return;  // its view says what to try
    if (workspace_.still() || course_.is_open() || !context.preferences.watched || !context.shown.current ||
        context.shown.stale || rest.h < 32 * context.ui.em)
        return;
    const Model& model = context.shown.current->model();
    const std::string& name = context.shown.current->inputs().model;
    if (model.card.try_this.empty() || std::ranges::find(dismissed_models_, name) != dismissed_models_.end()) return;
    static constexpr BarButton buttons[] = {{"", "close suggestion"}};
    const bool dismissed =
        message_bar(context.ui, context.targets, rest, "suggestion",
                    fmt::format(texts::window::try_this, model.card.try_this), buttons, context.ui.theme.accent)
            .has_value();
    const bool changed = !inputs.edits.empty() || !inputs.architecture.empty();
    if (!dismissed && !changed) return;
    dismissed_models_.push_back(name);
    context.ui.keep_awake();
}

}  // namespace glassformer
