#include "app/views/experiments/frame/page.h"

#include <algorithm>

namespace glassformer {

void ExperimentPage::choose_knob(int by) {
    std::vector<const ExperimentKnob*> shown;
    for (const ExperimentKnob& knob : knobs_)
        if (!knob.shows || knob.shows(values_)) shown.push_back(&knob);
    if (shown.empty()) return;
    if (!std::exchange(is_marked_, true)) by = 0;  // first the one that there is
    const auto now = std::ranges::find(shown, chosen_, [](const ExperimentKnob* knob) { return knob->id; });
    const auto count = static_cast<int>(shown.size());
    const int at = now == shown.end() ? 0 : static_cast<int>(now - shown.begin());
    chosen_ = shown[static_cast<std::size_t>((at + by + count) % count)]->id;
}

std::string ExperimentPage::chosen_label() const {
    const auto shown = [&](const ExperimentKnob& knob) { return !knob.shows || knob.shows(values_); };
    const auto chosen = std::ranges::find(knobs_, chosen_, &ExperimentKnob::id);
    if (chosen != knobs_.end() && shown(*chosen)) return chosen->label;
    const auto first = std::ranges::find_if(knobs_, shown);
    return first == knobs_.end() ? std::string() : first->label;
}

bool ExperimentPage::step_chosen(int by) {
    const auto knob = std::ranges::find(knobs_, chosen_, &ExperimentKnob::id);
    if (knob == knobs_.end() || (knob->shows && !knob->shows(values_))) return false;
    is_marked_ = true;
    return step_knob(*knob, by, values_);
}

void ExperimentPage::draw_knob_line(ViewContext& context, const Rect& line, bool live) {
    if (draw_experiment_knob_line(context, line, knobs_, values_, chosen_, is_marked_, live)) context.ui.keep_awake();
}

}  // namespace glassformer
