#include "app/views/train/run.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/train/laboratory/kept_model.h"

namespace glassformer {

namespace {

Inputs example_of(const Model& model) {
    Inputs inputs;
    inputs.model = model.name;
    if (!model.card.examples.empty()) inputs.text = model.card.examples.front();
    if (!model.card.targets.empty()) inputs.target = model.card.targets.front();
    return inputs;
}

}  // namespace

void TrainRun::begin(const TrainState& state) {
    error_.clear();
    looked_ = -1;
    awaits_ = false;
    try {
        TrainingPlan plan = plan_of(state);
        session_ = nullptr;  // the old one ends first: both would take memory
        session_ = std::make_unique<TrainingSession>(std::move(plan), TrainingSession::Options{.wake = wake_});
        shown_ = session_->shown();
    } catch (const Error& error) {
        error_ = error.what();
    }
    const std::lock_guard lock(mutex_);
    reading_.evaluation = nullptr;
    read_ = nullptr;
}

void TrainRun::follow() {
    if (!session_) return;
    shown_ = session_->shown();
    awaits_ = awaits_ && shown_.busy;
    if (!shown_.history) return;
    const WeightHistory::Kept wanted = looked_ < 0 ? shown_.history->newest() : shown_.history->nearest(looked_);
    if (!wanted.weights || !work_.idle()) return;
    {
        const std::lock_guard lock(mutex_);
        if (read_ == wanted.weights) return;
        read_ = wanted.weights;
    }
    work_.start(
        [this, plan = shown_.plan, wanted](const std::atomic<bool>&) {
            std::shared_ptr<const Evaluation> reading;
            try {
                const auto model = std::make_shared<const Model>(model_at_step(*plan, *wanted.weights, wanted.step));
                reading = evaluate_once(model, example_of(*model));
            } catch (const Error&) {
                // There is no picture of it; the charts go on.
            }
            const std::lock_guard lock(mutex_);
            if (read_ != wanted.weights) return;
            reading_.evaluation = std::move(reading);
            ++reading_.generation;
        },
        wake_);
}

void TrainRun::step() {
    session_->step();
    awaits_ = true;
}

void TrainRun::pause() {
    session_->pause();
    awaits_ = true;
}

bool TrainRun::settling() const {
    if (!session_) return false;
    if (awaits_) return true;
    if (shown_.busy && shown_.phase != TrainingPhase::running) return true;
    if (!work_.idle()) return true;
    if (!shown_.history) return false;
    const auto wanted = looked_ < 0 ? shown_.history->newest() : shown_.history->nearest(looked_);
    const std::lock_guard lock(mutex_);
    return wanted.weights != nullptr && read_ != wanted.weights;
}

int TrainRun::looked_at() const {
    if (!session_ || !shown_.history) return 0;
    return looked_ < 0 ? shown_.history->newest().step : shown_.history->nearest(looked_).step;
}

void TrainRun::look_at(int step) { looked_ = std::max(0, step); }

void TrainRun::look_beside(int by) {
    const std::vector<int> steps = kept_steps();
    if (steps.empty()) return;
    const auto at = std::ranges::lower_bound(steps, looked_at()) - steps.begin();
    const auto last = static_cast<std::ptrdiff_t>(steps.size()) - 1;
    const auto to = std::clamp<std::ptrdiff_t>(at + by, 0, last);
    looked_ = to == last ? -1 : steps[static_cast<std::size_t>(to)];
}

std::vector<int> TrainRun::kept_steps() const { return shown_.history ? shown_.history->steps() : std::vector<int>{}; }

TrainRun::Reading TrainRun::reading() const {
    const std::lock_guard lock(mutex_);
    return reading_;
}

}  // namespace glassformer
