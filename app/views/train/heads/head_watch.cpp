#include "app/views/train/heads/head_watch.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace glassformer {

namespace {

// Of one measurement and the next while steps are made, for the same reason.
constexpr std::chrono::milliseconds between_measurements{250};

}  // namespace

void HeadWatch::follow(const TrainingSession::Snapshot& shown) {
    done_ = true;
    if (!shown.history) return;
    if (of_ != shown.plan) {
        of_ = shown.plan;
        focus_ = nullptr;
        measured_.clear();
        uniform_ = 0;
    }
    {
        const std::lock_guard lock(mutex_);
        if (made_of_ == of_) {
            if (!focus_ && made_) {
                focus_ = made_;
                uniform_ = made_->uniform();
            }
            for (FocusAtStep& one : fresh_) {
                const auto at = std::ranges::lower_bound(measured_, one.step, {}, &FocusAtStep::step);
                if (at == measured_.end() || at->step != one.step) measured_.insert(at, std::move(one));
            }
        }
        fresh_.clear();
    }
    if (focus_ && focus_->queries().empty()) return;
    const auto missing = [&](int step) { return !std::ranges::binary_search(measured_, step, {}, &FocusAtStep::step); };
    // The newest alone while steps are made, so that the training has the processor.
    const WeightHistory::Kept newest = shown.history->newest();
    WeightHistory::Kept next = missing(newest.step) ? newest : WeightHistory::Kept{};
    if (!next.weights && shown.phase != TrainingPhase::running)
        for (const int step : shown.history->steps())
            if (missing(step)) {
                next = {.step = step, .weights = shown.history->at(step)};
                break;
            }
    done_ = shown.phase == TrainingPhase::running || (!next.weights && work_.idle());
    if (!next.weights || !work_.idle()) return;
    const auto now = std::chrono::steady_clock::now();
    if (shown.phase == TrainingPhase::running && now < begun_ + between_measurements) return;
    begun_ = now;
    work_.start(
        [this, plan = of_, focus = focus_, next](const std::atomic<bool>&) {
            std::shared_ptr<AnswerFocus> made = focus;
            FocusAtStep measured{.step = next.step, .by_head = {}};
            try {
                if (!made) made = std::make_shared<AnswerFocus>(plan->task, plan->config);
                measured.by_head = made->measure(*next.weights);
            } catch (const std::exception&) {
                // What cannot be measured leaves a gap in the curve.
            }
            const std::lock_guard lock(mutex_);
            made_ = std::move(made);
            made_of_ = plan;
            fresh_.push_back(std::move(measured));
        },
        wake_);
}

}  // namespace glassformer
