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
    if (plan_ != shown.plan) {
        plan_ = shown.plan;
        focus_ = nullptr;
        measured_.clear();
        uniform_ = 0;
        work_.forget();
    }
    const bool idle = work_.idle();  // before: what ends from here on is taken over in the next frame
    if (const auto made = work_.take()) {
        if (!focus_ && made->result.focus) {
            focus_ = made->result.focus;
            uniform_ = focus_->uniform();
        }
        const FocusAtStep& one = made->result.at_step;
        const auto at = std::ranges::lower_bound(measured_, one.step, {}, &FocusAtStep::step);
        if (at == measured_.end() || at->step != one.step) measured_.insert(at, one);
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
    done_ = shown.phase == TrainingPhase::running || (!next.weights && idle);
    if (!next.weights || !idle) return;
    const auto now = std::chrono::steady_clock::now();
    if (shown.phase == TrainingPhase::running && now < last_measurement_ + between_measurements) return;
    last_measurement_ = now;
    work_.follow(
        next.step,
        [plan = plan_, focus = focus_, next](const auto&) {
            Measured measured{.focus = focus, .at_step = {.step = next.step, .by_head = {}}};
            try {
                if (!focus) measured.focus = std::make_shared<AnswerFocus>(plan->task, plan->config);
                measured.at_step.by_head = measured.focus->measure(*next.weights);
            } catch (const std::exception&) {
                // What cannot be measured leaves a gap in the curve.
            }
            return measured;
        },
        wake_);
}

}  // namespace glassformer
