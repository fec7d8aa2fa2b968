// What lessons do with a training: they have it trained to a step, and read the numbers of that step.
#include <algorithm>
#include <limits>

#include "app/views/shared/view_values.h"
#include "app/views/train/train.h"
#include "core/model/published_models.h"

namespace glassformer {

/// Trains to the step that a scene asks for, as fast as it can and without making the run the window's model; then that
/// step is looked at. What is trained is the same as by hand, to the bit.
void TrainView::reach_asked_step() {
    if (!training_to_step_ || !page().shows_run()) return;
    if (!run_->exists()) {
        training_to_step_ = run_->error().empty();
        return;
    }
    const TrainingSession::Snapshot& now = run_->shown();
    if (now.steps_done >= asked_step_ && !run_->running()) {
        run_->look_at(asked_step_);
        // Weights of that step are not kept any more: the training is made once more.
        if (run_->looked_at() != asked_step_ && !now.busy) {
            if (by_hand_) park_run();
            return restart();
        }
        training_to_step_ = now.busy;
        return;
    }
    if (run_->ended()) run_->look_at(asked_step_);  // the end comes before
    if (run_->ended() || run_->running()) {
        training_to_step_ = false;  // or somebody trains on
        return;
    }
    if (!now.busy) run_->step(asked_step_ - now.steps_done);
}

/// A scene's training is shown in place of one that somebody trained with the same settings; it is not asked for any
/// more.
bool TrainView::run_of_hand_waits() const {
    return asked_step_ == 0 && !by_hand_ && std::ranges::any_of(parked_runs_, [&](const ParkedRun& one) {
               return one.by_hand && one.state == run_state_;
           });
}

/// What a later step asks for is made of runs that are not shown. One that was shown before goes on when it is again.
bool TrainView::prepare(ViewContext& context, std::span<const ViewValues> likely, bool shown) {
    static_cast<void>(context);
    std::vector<WantedTraining> wanted;
    for (const ViewValues& values : likely) {
        const ViewReader read(values);
        const int step = read.whole("step", 0, 0, train_limits::most_steps);
        const std::size_t at = page_of(values, 0);
        if (step == 0 || !pages_[at]->shows_run()) continue;
        const TrainState state = read_values(values);
        const bool here = (run_->exists() && state == run_state_) ||
                          std::ranges::any_of(parked_runs_, [&](const ParkedRun& one) { return one.state == state; });
        const TrainPageRow* const page = pages_[at]->takes_long() ? &train_page_rows()[at] : nullptr;
        const auto same = std::ranges::find(wanted, state, &WantedTraining::state);
        if (here) continue;
        if (same == wanted.end())
            wanted.push_back({.state = state, .step = step, .page = page, .values = &values});
        else if (same->step == step && same->page == nullptr)
            same->page = page, same->values = &values;
    }
    // Nothing is begun while a training that is looked at goes on.
    const bool trains = shown && (run_->running() || training_to_step_ || page().is_training());
    return prepared_.follow(wanted, !trains);
}

std::vector<NamedNumber> TrainView::numbers() const {
    if (!page().shows_run()) return page().numbers();
    if (!run_->exists()) return {};
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const TrainingSession::Snapshot& shown = run_->shown();
    const int at = run_->looked_at();
    // A record is of the batch before its update: the newest that made the weights looked at.
    const auto made = std::min(static_cast<std::size_t>(std::max(at, 0)), shown.records.size());
    const StepRecord* record = made > 0 ? &shown.records[made - 1] : nullptr;
    const auto of = [&](float StepRecord::*member, const StepRecord* from) {
        return from != nullptr ? static_cast<double>(from->*member) : none;
    };
    const HeldOutRecord* held_out = nullptr;
    if (shown.held_out)
        for (const HeldOutRecord& one : *shown.held_out)
            if (one.step <= at) held_out = &one;
    return {{"step", static_cast<double>(at)},
            {"steps", static_cast<double>(shown.steps_planned)},
            {"loss", of(&StepRecord::loss, record)},
            {"first_loss", of(&StepRecord::loss, shown.records.empty() ? nullptr : &shown.records[0])},
            {"gradient_norm", of(&StepRecord::gradient_norm, record)},
            {"learning_rate", of(&StepRecord::learning_rate, record)},
            {"held_out_loss", held_out != nullptr ? static_cast<double>(held_out->loss) : none},
            {"accuracy", held_out != nullptr ? static_cast<double>(held_out->accuracy) : none},
            {"parameters", shown.plan ? static_cast<double>(parameter_count(shown.plan->config)) : none}};
}

}  // namespace glassformer
