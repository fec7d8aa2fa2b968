// Two of the compared runs at one step in the Compare view.
#include <algorithm>

#include "app/views/train/comparison/page.h"
#include "app/views/train/comparison/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

void ComparisonPage::compare_button(ViewContext& context, Rect& line) {
    Ui& ui = context.ui;
    if (!steps_) return;
    const ButtonStyle style{.enabled = can_compare(), .hint = texts::train::compare_open_hint};
    const float width = button_width(ui, texts::train::compare_open, style);
    if (width > line.w) return;
    const Rect place = line.take_right(width).snapped();
    line.take_right(0.6F * ui.em);
    context.targets.put("comparison compare", place);
    if (button(ui, "comparison compare", place, texts::train::compare_open, style)) open_in_compare(context);
}

bool ComparisonPage::can_compare() const {
    const std::span<const ComparedRuns::Run> runs = runs_.runs();
    return steps_ && std::ranges::all_of(pair_, [&](std::size_t run) {
               return run < runs.size() && runs[run].reading.evaluation != nullptr;
           });
}

/// The name by which other views open the run's steps. No more than two are entered: the others are given up, and their
/// memory is let go.
std::string ComparisonPage::entered(std::size_t run) {
    const std::span<const ComparedRuns::Run> runs = runs_.runs();
    std::erase_if(entered_, [&](const Entered& before) {
        const auto is_marked = [&](std::size_t marked) { return runs[marked].shown.plan == before.plan; };
        const bool old = !steps_->run(before.name) || std::ranges::none_of(pair_, is_marked);
        if (old) steps_->give_up(before.name);
        return old;
    });
    const ComparedRuns::Run& one = runs[run];
    for (const Entered& before : entered_)
        if (before.plan == one.shown.plan) return before.name;
    entered_.push_back({one.shown.plan, steps_->enter(one.shown.plan, one.shown.history, one.label)});
    return entered_.back().name;
}

/// Both on the example that is shown here, each with the weights of its panel.
void ComparisonPage::open_in_compare(ViewContext& context) {
    std::vector<Inputs> both;
    for (const std::size_t index : pair_) {
        const ComparedRuns::Run& run = runs_.runs()[index];
        const std::shared_ptr<const Weights> weights = run.shown.history->at(run.reading.step);
        if (!weights) {  // it was given up since it was read
            context.notice = texts::train::compare_not_read;
            return;
        }
        Inputs inputs;
        inputs.text = run.reading.evaluation->inputs().text;
        inputs.target = run.reading.evaluation->inputs().target;
        inputs.gradients = context.session.inputs().gradients;
        inputs.model = steps_->offer(entered(index), {run.reading.step, weights});
        both.push_back(std::move(inputs));
    }
    context.session.set(both[0]);
    context.compare_with = both[1];
}

}  // namespace glassformer
