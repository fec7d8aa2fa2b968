#include "app/views/train/comparison/runs.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <climits>
#include <thread>
#include <utility>

#include "core/base/error.h"

namespace glassformer {

namespace {

constexpr std::size_t history_bytes = std::size_t{48} << 20U;  // of each run
constexpr int most_runs = 4, most_ahead = 4;                   // steps
constexpr int longest_wait = 1000;                             // milliseconds

bool ended(TrainingPhase phase) {
    return phase == TrainingPhase::finished || phase == TrainingPhase::diverged || phase == TrainingPhase::failed;
}

}  // namespace

/// How far the runs are. One that is ahead waits for the others, so that their curves grow together.
struct ComparedRuns::Pace {
    std::array<std::atomic<int>, most_runs> done{};
    std::atomic<bool> together{false};
    int runs = 0;

    void before_step(std::size_t run, int step) {
        done.at(run) = step;
        for (int waited = 0; together && waited < longest_wait; ++waited) {
            int least = INT_MAX;
            for (int i = 0; i < runs; ++i) least = std::min(least, done.at(static_cast<std::size_t>(i)).load());
            if (step <= least + most_ahead) return;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
};

ComparedRuns::~ComparedRuns() {
    if (pace_) pace_->together = false;
}

void ComparedRuns::begin(const Contrast& contrast, std::uint64_t seed) {
    end();
    try {
        ContrastStart start = start_of(contrast, seed);
        pace_ = std::make_shared<Pace>();
        pace_->runs = static_cast<int>(start.states.size());
        for (std::size_t i = 0; i < start.states.size(); ++i) {
            TrainingSession::Options options{
                .wake = wake_, .history_bytes = history_bytes, .before_step = [pace = pace_, i](int step) {
                    pace->before_step(i, step);
                }};
            sessions_.push_back(std::make_unique<TrainingSession>(start.states[i], std::move(options)));
            runs_.push_back({.label = contrast.variants[i].label,
                             .own = std::move(start.own[i]),
                             .shown = sessions_[i]->shown(),
                             .by_loss = contrast.by_loss,
                             .reading = {}});
        }
        continued_ = contrast.continued;
    } catch (const Error& error) {
        end();
        error_ = error.what();
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
    if (pace_) pace_->together = false;
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
    look_at_newest();
    pausing_ = false;
    if (pace_) pace_->together = true;
    for (std::size_t i = 0; i < runs_.size(); ++i)
        if (!ended(runs_[i].shown.phase)) sessions_[i]->start();
}

void ComparedRuns::pause() {
    pausing_ = true;
    if (pace_) pace_->together = false;
    for (std::size_t i = 0; i < runs_.size(); ++i)
        if (!ended(runs_[i].shown.phase)) sessions_[i]->pause();
}

void ComparedRuns::follow() {
    if (!retired_.empty() && ending_.idle()) {
        const auto old = std::make_shared<std::vector<std::unique_ptr<TrainingSession>>>(std::move(retired_));
        retired_.clear();
        ending_.start([old](const std::atomic<bool>&) { old->clear(); }, wake_);
    }
    if (runs_.empty()) return;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
        runs_[i].shown = sessions_[i]->shown();
        if (ended(runs_[i].shown.phase)) pace_->done.at(i) = INT_MAX;
    }
    keep_together();
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

void ComparedRuns::keep_together() {
    if (!pausing_) return;
    int most = 0;
    for (const Run& run : runs_) {
        if (run.shown.busy) return;
        if (run.shown.phase == TrainingPhase::paused || run.shown.phase == TrainingPhase::finished)
            most = std::max(most, run.shown.steps_done);
    }
    pausing_ = false;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
        if (ended(runs_[i].shown.phase) || runs_[i].shown.steps_done >= most) continue;
        sessions_[i]->step(most - runs_[i].shown.steps_done);
        pausing_ = true;
    }
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
        wake_);
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
        if (!ended(run.shown.phase)) return TrainingPhase::paused;
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
