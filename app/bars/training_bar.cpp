#include "app/bars/training_bar.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/bars/texts.h"
#include "app/widgets/controls.h"
#include "core/train/live/trained_steps.h"

namespace glassformer {

void draw_training_bar(ViewContext& context, Rect& area, TrainedSteps& steps) {
    const std::optional<TrainedSteps::Step> open = TrainedSteps::step_of(context.session.inputs().model);
    if (!open) return;
    const std::optional<TrainedSteps::Run> run = steps.run(open->run);
    if (!run) return;
    const std::vector<int> kept = run->history->steps();
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect line = area.take_top(std::round(2.4F * em));
    ui.painter.fill(line, ui.theme.panel);
    ui.painter.line({line.x, line.bottom()}, {line.right(), line.bottom()}, ui.theme.border);
    context.targets.put("training bar", line);
    line = line.inset(em, 0);
    std::string words = fmt::format(texts::bars::training_step, open->step, run->plan->options.steps);
    const float wide =
        ui.painter.measure(fmt::format(texts::bars::training_step, run->plan->options.steps, run->plan->options.steps))
            .width +
        em;
    text_in(ui.painter, line.take_left(std::min(wide, 0.6F * line.w)), words, {.colour = ui.theme.text});
    const auto count = static_cast<int>(kept.size());
    if (count < 2) return;
    auto at = static_cast<int>(std::ranges::lower_bound(kept, open->step) - kept.begin());
    at = std::min(at, count - 1);
    context.targets.put("training scrubber", line);
    if (!scrubber(ui, "training scrubber", line, count, at)) return;
    const WeightHistory::Kept chosen = run->history->nearest(kept[static_cast<std::size_t>(at)]);
    if (!chosen.weights) return;
    Inputs inputs = context.session.inputs();
    inputs.model = steps.offer(open->run, chosen);
    if (inputs.model != context.session.inputs().model) context.session.set(std::move(inputs), false);
    ui.keep_awake();
}

}  // namespace glassformer
