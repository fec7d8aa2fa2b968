#include "app/views/train/run/run.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/train/live/kept_model.h"
#include "core/train/live/training_file.h"

namespace glassformer {

namespace {

std::atomic<std::uint64_t> newest_generation{3ULL << 60U};  // of all runs: no two pictures share one

Inputs example_of(const Model& model) {
    Inputs inputs;
    inputs.model = model.name;
    if (!model.card.examples.empty()) inputs.text = model.card.examples.front();
    if (!model.card.targets.empty()) inputs.target = model.card.targets.front();
    return inputs;
}

}  // namespace

void TrainRun::begin(const TrainState& state) {
    try {
        begin(plan_of(state));
    } catch (const Error& error) {
        retire();
        error_ = error.what();
    }
}

void TrainRun::begin(TrainingPlan plan) {
    retire();  // its memory goes while the new one is prepared
    try {
        begin_with(std::make_unique<TrainingSession>(std::move(plan), TrainingSession::Options{.wake = wake_}));
    } catch (const Error& error) {
        error_ = error.what();
    }
}

std::string TrainRun::resume(const std::filesystem::path& file, const std::vector<std::filesystem::path>& texts) {
    std::optional<TrainingState> state;
    std::string learned;
    for (const std::filesystem::path& text : texts) {
        TrainRequest request;
        request.task = own_text_task;
        request.corpus = text;
        try {
            state = read_training(file, requested_task(request));
            learned = text.string();
            break;
        } catch (const Error&) {
            // It learned another text, or none.
        }
    }
    if (!state) state = read_training(file);
    auto session = std::make_unique<TrainingSession>(*state, TrainingSession::Options{.wake = wake_});
    retire();
    begin_with(std::move(session));
    return learned;
}

void TrainRun::begin_with(std::unique_ptr<TrainingSession> session) {
    session_ = std::move(session);
    session_->pace(pace_);
    snapshot_ = session_->shown();
}

/// The session under way ends on a thread of its own: that takes a step's time.
void TrainRun::retire() {
    error_.clear();
    looked_ = -1;
    awaits_ = runs_ = false;
    changes_expected_ = 0;
    snapshot_ = {};
    if (session_) destroy_in_background_(std::move(session_));
    reads_.forget();
}

void TrainRun::follow(bool reads) {
    if (!session_) return;
    snapshot_ = session_->shown();
    awaits_ = awaits_ && snapshot_.busy;
    if (snapshot_.changes->size() >= changes_expected_ || !snapshot_.message.empty() || !snapshot_.busy)
        changes_expected_ = 0;
    if (!snapshot_.busy || snapshot_.phase == TrainingPhase::finished)
        runs_ = snapshot_.phase == TrainingPhase::running;
    const WeightHistory::Kept wanted = looked_weights();
    wants_reading_ = reads;
    if (!reads || !wanted.weights || !reads_.idle()) return;
    reads_.follow(
        wanted.weights,
        [plan = snapshot_.plan, wanted](const auto&) {
            Reading reading{.evaluation = nullptr, .step = wanted.step};
            try {
                const auto model = std::make_shared<const Model>(model_at_step(*plan, *wanted.weights, wanted.step));
                reading.evaluation = evaluate_once(model, example_of(*model));
            } catch (const std::exception& error) {
                reading.error = sentence_of(error);  // the charts go on
            }
            reading.generation = ++newest_generation;
            return reading;
        },
        wake_);
}

void TrainRun::pace(double steps_per_second) {
    pace_ = steps_per_second;
    if (session_) session_->pace(pace_);
}

void TrainRun::start() {
    session_->start();
    runs_ = true;
    awaits_ = false;  // a step that was asked for is done on the way
}

void TrainRun::step(int steps) {
    session_->step(steps);
    awaits_ = true;
}

void TrainRun::pause() {
    session_->pause();
    awaits_ = true;
    runs_ = false;
}

void TrainRun::change(Changed what, double value) {
    session_->change(what, value);
    changes_expected_ = std::max(changes_expected_, snapshot_.changes->size()) + 1;
    awaits_ = awaits_ || !runs_;
}

bool TrainRun::ended() const {
    return snapshot_.phase == TrainingPhase::finished || snapshot_.phase == TrainingPhase::diverged ||
           snapshot_.phase == TrainingPhase::failed;
}

TrainOptions TrainRun::options_now() const {
    TrainOptions options = snapshot_.plan->options;
    for (const TrainingChange& change : *snapshot_.changes) options = changed(options, change);
    return options;
}

bool TrainRun::settling() const {
    if (!session_) return false;
    if (awaits_) return true;
    if (snapshot_.busy && snapshot_.phase != TrainingPhase::running) return true;  // also before the first command
    if (!reads_.idle()) return true;
    if (!wants_reading_) return false;
    const WeightHistory::Kept wanted = looked_weights();
    return wanted.weights != nullptr && reads_.request() != wanted.weights;
}

WeightHistory::Kept TrainRun::looked_weights() const {
    if (!snapshot_.history) return {};
    return looked_ < 0 ? snapshot_.history->newest() : snapshot_.history->nearest(looked_);
}

int TrainRun::looked_at() const { return looked_weights().step; }

void TrainRun::look_at(int step) {
    const bool newest = !snapshot_.history || step >= snapshot_.history->newest().step;
    looked_ = newest ? -1 : std::max(0, step);
}

void TrainRun::look_at_next(int by) {
    const std::vector<int> steps = kept_steps();
    if (steps.empty()) return;
    const auto at = std::ranges::lower_bound(steps, looked_at()) - steps.begin();
    const auto last = static_cast<std::ptrdiff_t>(steps.size()) - 1;
    const auto to = std::clamp<std::ptrdiff_t>(at + by, 0, last);
    looked_ = to == last ? -1 : steps[static_cast<std::size_t>(to)];
}

std::vector<int> TrainRun::kept_steps() const {
    return snapshot_.history ? snapshot_.history->steps() : std::vector<int>{};
}

TrainRun::Reading TrainRun::reading() const {
    const auto read = reads_.shown();
    return read ? read->result : Reading{};
}

}  // namespace glassformer
