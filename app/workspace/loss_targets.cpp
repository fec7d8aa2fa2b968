#include "app/workspace/loss_targets.h"

#include "core/model/untrained_model.h"
#include "core/train/live/trained_steps.h"

namespace glassformer {

void LossTargets::note(const Inputs& now) {
    if (TrainedSteps::step_of(now.model)) return;  // there is a step after it, and no other window has it
    if (untrained_title(now.model)) return;        // its experiment gives each run its target
    if (!now.labels.empty())
        all_[now.model] = {.text = now.text, .labels = now.labels};
    else if (const auto kept = all_.find(now.model); kept != all_.end() && kept->second.text == now.text)
        all_.erase(kept);  // the user emptied the field
}

Inputs LossTargets::completed(Inputs inputs) const {
    const auto kept = all_.find(inputs.model);
    if (inputs.labels.empty() && kept != all_.end() && kept->second.text == inputs.text)
        inputs.labels = kept->second.labels;
    return inputs;
}

}  // namespace glassformer
