#include "app/views/train/window_step.h"

#include <algorithm>
#include <utility>

#include "app/views/train/run/pace.h"

namespace glassformer {

namespace {

// That are shown while the training goes on, at least: it needs the processor too.
constexpr std::chrono::milliseconds between_steps{100};

/// The window's text where it is of the same task, else the task's first example.
Inputs inputs_for(const ViewContext& context, const TrainingPlan& plan) {
    Inputs inputs = context.session.inputs();
    const Model* shown = context.shown.model.get();
    const bool same_task = shown != nullptr && shown->card.task == plan.task.name &&
                           shown->card.examples == plan.task.examples;  // texts of one's own have others
    if (!same_task || !(shown->config == plan.config)) {
        inputs.edits.clear();
        inputs.architecture.clear();
    }
    if (same_task) return inputs;
    inputs.text = plan.task.examples.empty() ? std::string() : plan.task.examples.front();
    inputs.target = plan.task.targets.empty() ? std::string() : plan.task.targets.front();
    inputs.labels.clear();
    return inputs;
}

}  // namespace

bool WindowStep::is_open(const Session& session) const {
    const auto open = TrainedSteps::step_of(session.inputs().model);
    return open && !name_.empty() && open->run == name_;
}

void WindowStep::change_run(const Session& session) {
    opening_ = opening_ || is_open(session);
    name_.clear();
    opened_ = -1;
}

void WindowStep::follow(ViewContext& context, TrainRun& run) {
    const WeightHistory::Kept looked = run.looked_weights();
    if (!run.exists() || run.ended()) opening_ = opening_ && looked.weights != nullptr;  // it will never have weights
    if (!steps_ || !looked.weights) return;
    if (name_.empty()) {
        if (!opening_) return;
        name_ = steps_->enter(run.shown().plan, run.shown().history);
    }
    const auto open = TrainedSteps::step_of(context.session.inputs().model);
    const bool ours = open && open->run == name_;
    if (ours && open->step != std::exchange(opened_, open->step)) return run.look_at(open->step);
    if (ours && open->step == looked.step) opening_ = false;
    if (ours ? open->step == looked.step : !opening_) return;
    if (context.shown.stale && context.shown.error.empty()) return;  // one after the other
    const auto now = std::chrono::steady_clock::now();
    const auto pause = std::max(between_steps, between_pictures(context.ui.frame_seconds));
    if (ours && run.shown().phase == TrainingPhase::running && run.at_newest() && now < set_ + pause) return;
    set_ = now;
    Inputs inputs = inputs_for(context, *run.shown().plan);
    inputs.model = steps_->offer(name_, looked);
    context.session.set(std::move(inputs), !open);  // one step for undo, however many are looked at
    opened_ = looked.step;
    opening_ = false;
}

std::shared_ptr<const Evaluation> WindowStep::reading(const ViewContext& context) const {
    if (!is_open(context.session) || !context.shown.current) return nullptr;
    const auto of = TrainedSteps::step_of(context.shown.current->inputs().model);
    return of && of->run == name_ ? context.shown.current : nullptr;
}

}  // namespace glassformer
