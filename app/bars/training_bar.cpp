#include "app/bars/training_bar.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/bars/texts.h"
#include "app/widgets/controls.h"
#include "core/train/live/trained_steps.h"

namespace glassformer {

namespace {

/// At the right end of the bar; pressed, it opens the view of the training.
void draw_training_beside(ViewContext& context, Rect& line, const TrainingBeside& beside) {
    Ui& ui = context.ui;
    const auto said = [&](int step) { return fmt::format(texts::bars::training_beside, step, beside.steps); };
    const ButtonStyle style{.size = em::small, .hint = texts::bars::training_beside_hint};
    const float wide = std::min(button_width(ui, said(beside.steps), style), line.w);
    const Rect place = line.take_right(wide).inset(0, 0.3F * ui.em).snapped();
    line.take_right(std::min(line.w, ui.em));
    context.targets.put("training beside", place);
    if (button(ui, "training beside", place, said(beside.step), style)) context.request = open_view("train");
}

/// Without the number of all steps where the bar has no room for it.
std::string weights_text(int step, int steps, bool whole) {
    return whole ? fmt::format(texts::bars::training_step, step, steps)
                 : fmt::format(texts::bars::training_step_short, step);
}

}  // namespace

void draw_training_bar(ViewContext& context, Rect& area, TrainedSteps& steps,
                       const std::optional<TrainingBeside>& beside) {
    const std::optional<TrainedSteps::Step> open = TrainedSteps::step_of(context.session.inputs().model);
    const std::optional<TrainedSteps::Run> run = open ? steps.run(open->run) : std::nullopt;
    if (!run && !beside) return;
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect line = area.take_top(std::round(2.4F * em));
    ui.painter.fill(line, ui.theme.panel);
    ui.painter.line({line.x, line.bottom()}, {line.right(), line.bottom()}, ui.theme.border);
    context.targets.put("training bar", line);
    line = line.inset(em, 0);
    if (beside) draw_training_beside(context, line, *beside);
    if (!run) return;
    const std::vector<int> kept = run->history->steps();
    const auto width = [&](int step, bool whole) {
        return ui.painter.measure(weights_text(step, run->plan->options.steps, whole)).width + em;
    };
    const bool whole = width(run->plan->options.steps, true) <= 0.6F * line.w;
    const float wide = std::min(width(run->plan->options.steps, whole), 0.6F * line.w);
    text_in(ui.painter, line.take_left(wide), weights_text(open->step, run->plan->options.steps, whole),
            {.colour = ui.theme.text});
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
