#include "core/train/comparison/compared_runs.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/failure.h"

namespace glassformer {

ComparedRuns::~ComparedRuns() {
    if (pace_) pace_->let_go();
}

void ComparedRuns::begin(const Contrast& contrast, std::uint64_t seed) {
    end();
    try {
        const std::vector<TrainingPlan> plans = plans_of(contrast, seed);
        std::size_t history = options_.history_bytes / plans.size();  // of each, which keeps two at least
        for (const TrainingPlan& plan : plans) history = std::max(history, 2 * weight_bytes(plan.config));
        expect_room_for_runs(plans, history, options_.free_memory ? options_.free_memory() : free_memory());
        ContrastStart start = start_of(plans);
        pace_ = std::make_shared<EqualPace>(plans.size());
        for (std::size_t i = 0; i < plans.size(); ++i) {
            TrainingSession::Options options{.wake =
                                                 [wake = options_.wake, pace = pace_, i] {
                                                     pace->look(i);
                                                     wake();
                                                 },
                                             .history_bytes = history,
                                             .before_step =
                                                 [slow = options_.before_step, pace = pace_, i](int step) {
                                                     if (slow) slow(i, step);
                                                     pace->before_step(i, step);
                                                 },
                                             .free_memory = options_.free_memory};
            sessions_.push_back(std::make_unique<TrainingSession>(start.states[i], std::move(options)));
            sessions_.back()->pace(steps_per_second_);
            pace_->enter(i, *sessions_[i]);
            runs_.push_back({.label = contrast.variants[i].label,
                             .own = std::move(start.own[i]),
                             .shown = sessions_[i]->shown(),
                             .by_loss = contrast.by_loss,
                             .reading = {}});
        }
        continued_ = contrast.continued;
    } catch (const std::exception& error) {
        end();
        error_ = sentence_of(error);
    }
    const std::lock_guard lock(mutex_);
    readings_.assign(runs_.size(), {});
    read_.assign(runs_.size(), nullptr);
}

void ComparedRuns::end() {
    error_.clear();
    looked_ = -1;
    pausing_ = false;
    kept_.clear();
    if (pace_) pace_->let_go();
    for (auto& session : sessions_) {
        session->pause();
        retired_.push_back(std::move(session));
    }
    sessions_.clear();
    runs_.clear();
    const std::lock_guard lock(mutex_);
    ++round_;
    readings_.clear();
    read_.clear();
}

void ComparedRuns::start() {
    if (runs_.empty()) return;
    look_at_newest();
    pausing_ = false;
    pace_->start();
}

void ComparedRuns::pause() {
    if (runs_.empty()) return;
    pausing_ = true;
    pace_->pause();
}

void ComparedRuns::follow() {
    if (!retired_.empty() && ending_.idle()) {
        const auto old = std::make_shared<std::vector<std::unique_ptr<TrainingSession>>>(std::move(retired_));
        retired_.clear();
        ending_.start([old](const std::atomic<bool>&) { old->clear(); }, options_.wake);
    }
    if (runs_.empty()) return;
    for (std::size_t i = 0; i < runs_.size(); ++i) runs_[i].shown = sessions_[i]->shown();
    if (phase() != TrainingPhase::running) pausing_ = false;
    std::vector<int> steps;
    bool first = true;
    for (const Run& run : runs_) {  // those that can still be compared decide
        if (!run.shown.history || run.shown.phase == TrainingPhase::diverged ||
            run.shown.phase == TrainingPhase::failed)
            continue;
        const std::vector<int> own = run.shown.history->steps();
        if (std::exchange(first, false)) {
            steps = own;
            continue;
        }
        std::vector<int> common;
        std::ranges::set_intersection(steps, own, std::back_inserter(common));
        steps = std::move(common);
    }
    kept_ = std::move(steps);
    read();
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < runs_.size(); ++i) runs_[i].reading = readings_[i];
}

void ComparedRuns::read() {
    if (kept_.empty() || !reading_.idle()) return;
    struct Order {
        std::size_t run;
        std::shared_ptr<const TrainingPlan> plan;
        WeightHistory::Kept kept;
    };
    std::vector<Order> orders;
    int round = 0;
    {
        const std::lock_guard lock(mutex_);
        round = round_;
        for (std::size_t i = 0; i < runs_.size(); ++i) {
            if (!runs_[i].shown.history) continue;
            WeightHistory::Kept kept = runs_[i].shown.history->nearest(looked_at());
            if (!kept.weights || (read_[i] == kept.weights.get() && readings_[i].step == kept.step)) continue;
            read_[i] = kept.weights.get();
            orders.push_back({i, runs_[i].shown.plan, std::move(kept)});
        }
    }
    if (orders.empty()) return;
    reading_.start(
        [this, orders = std::move(orders), round, continued = continued_](const std::atomic<bool>& stopped) {
            for (const Order& order : orders) {
                if (stopped) return;
                ComparedReading reading = read_example(*order.plan, *order.kept.weights, order.kept.step, continued);
                const std::lock_guard lock(mutex_);
                if (round != round_) return;
                readings_[order.run] = std::move(reading);
            }
        },
        options_.wake);
}

bool ComparedRuns::settling() const {
    if (!ending_.idle() || !retired_.empty() || pausing_ || !reading_.idle()) return true;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
        const Run& run = runs_[i];
        if (run.shown.busy && run.shown.phase != TrainingPhase::running) return true;
        if (!run.shown.history || kept_.empty()) continue;
        const WeightHistory::Kept wanted = run.shown.history->nearest(looked_at());
        if (wanted.weights && run.reading.step != wanted.step) return true;
    }
    return false;
}

TrainingPhase ComparedRuns::phase() const {
    bool all_ready = true;
    for (const Run& run : runs_) {
        if (run.shown.phase == TrainingPhase::running) return TrainingPhase::running;
        all_ready = all_ready && run.shown.phase == TrainingPhase::ready;
    }
    if (all_ready) return TrainingPhase::ready;
    for (const Run& run : runs_)
        if (!has_ended(run.shown.phase)) return TrainingPhase::paused;
    for (const Run& run : runs_)
        if (run.shown.phase == TrainingPhase::finished) return TrainingPhase::finished;
    return runs_.front().shown.phase;
}

int ComparedRuns::looked_at() const {
    if (kept_.empty()) return 0;
    if (looked_ < 0) return kept_.back();
    const auto after = std::ranges::lower_bound(kept_, looked_);
    if (after == kept_.begin()) return kept_.front();
    if (after == kept_.end()) return kept_.back();
    return *after - looked_ < looked_ - *(after - 1) ? *after : *(after - 1);
}

void ComparedRuns::look_at(int step) { looked_ = !kept_.empty() && step >= kept_.back() ? -1 : std::max(0, step); }

}  // namespace glassformer
