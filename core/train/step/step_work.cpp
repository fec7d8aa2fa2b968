#include "core/train/step/step_work.h"

#include <utility>

#include "core/base/failure.h"

namespace glassformer {

StepWork::StepWork(Options options) : options_(std::move(options)) {
    if (!options_.wake) options_.wake = [] {};
}

std::shared_ptr<const StepResult> StepWork::result() const {
    const std::lock_guard lock(mutex_);
    return result_;
}

std::shared_ptr<const StepVariants> StepWork::variants(const std::shared_ptr<const StepResult>& of) const {
    const std::lock_guard lock(mutex_);
    return of && result_ == of ? variants_ : nullptr;
}

std::optional<int> StepWork::replayed() const {
    const int done = replayed_;
    return done < 0 || work_.idle() ? std::nullopt : std::optional(done);
}

std::optional<int> StepWork::making() const {
    return awaits_state_ || replayed() ? std::optional(makes_) : std::nullopt;
}

/// Another training is followed from now on.
void StepWork::forget() {
    asked_.reset();
    refused_.clear();
    source_state_ = nullptr;
    awaits_parts_ = compares_ = false;
    replays_by_itself_ = true;
    work_.stop();
    const std::lock_guard lock(mutex_);
    result_ = nullptr;
    parts_ = nullptr;
    variants_ = nullptr;
    state_ = nullptr;
}

void StepWork::leave() {
    if (replayed()) replays_by_itself_ = true;
    asked_.reset();
    refused_.clear();
    work_.stop();
}

/// All steps are done: the last one can be looked into without being asked for, once.
void StepWork::follow_end(const TrainingSession::Snapshot& shown) {
    if (shown.phase != TrainingPhase::finished || !replays_by_itself_ || !work_.idle()) return;
    replays_by_itself_ = false;
    const std::shared_ptr<const StepResult> last = result();
    if (!last || !last->inspection || last->inspection->step().step != shown.steps_done) replay(shown);
}

void StepWork::follow(const TrainingSession::Snapshot& shown, TrainingSession& session) {
    if (plan_ != shown.plan) {
        plan_ = shown.plan;
        forget();
    }
    awaits_state_ = awaits_parts_ = false;
    follow_end(shown);
    const bool stands = shown.phase == TrainingPhase::ready || shown.phase == TrainingPhase::paused;
    if (!stands || !shown.weights || !shown.changes) return;
    const std::size_t changes = shown.changes->size();
    const bool newest = shown.state && shown.state->plan == shown.plan &&
                        shown.state->trainer.steps_done == shown.steps_done && shown.state->changes.size() == changes;
    makes_ = shown.steps_done + 1;
    if (!newest) {
        const std::pair now{shown.steps_done, changes};
        if (asked_ != now) {
            refused_.clear();
            awaits_state_ = true;
            if (shown.busy) return;
            asked_ = now;
            session.request_state();
        } else if (shown.busy) {
            awaits_state_ = true;
        } else {  // it was answered, and not by a state
            refused_ = shown.message.empty() ? std::string(no_memory) : shown.message;
        }
        return;
    }
    asked_.reset();
    refused_.clear();
    {
        const std::lock_guard lock(mutex_);
        if (state_ && state_->plan == shown.plan && state_->trainer.steps_done == shown.steps_done &&
            state_->changes == *shown.changes)
            return;  // made already, perhaps of a state that was handed out before this one
    }
    awaits_state_ = true;
    if (!work_.idle()) {
        if (source_state_ != shown.state) work_.stop();  // what is under way is of an older step
        return;
    }
    source_state_ = shown.state;
    make([state = shown.state](const std::atomic<bool>&) { return state; });
}

/// Nothing else may be under way.
void StepWork::make(Before before) {
    compares_ = false;
    parts_of_.reset();
    work_.start(
        [this, before = std::move(before)](const std::atomic<bool>& stopped) {
            std::shared_ptr<const TrainingState> state;
            auto result = std::make_shared<StepResult>();
            try {
                state = before(stopped);
                if (!stopped) *result = make_step(*state, free_bytes());
            } catch (const std::exception& error) {
                result->error = sentence_of(error);
            }
            replayed_ = -1;
            const std::lock_guard lock(mutex_);
            if (stopped) return;  // another training is followed by now, or nobody looks
            result_ = std::move(result);
            state_ = std::move(state);
            parts_ = nullptr;
            variants_ = nullptr;
        },
        options_.wake);
}

std::shared_ptr<const StepParts> StepWork::parts(const std::shared_ptr<const StepResult>& of, WeightAt weight,
                                                 int text) {
    std::shared_ptr<const StepParts> there;
    {
        const std::lock_guard lock(mutex_);
        if (!of || result_ != of || !of->inspection) return nullptr;
        there = parts_;
    }
    const bool same = there && there->of == of && there->weight == weight;
    if (same && (there->text == text || !there->error.empty())) return there;
    wanted_text_ = text;
    if (work_.idle()) {
        make_parts(of, weight, text);
    } else if (replayed_ < 0) {
        awaits_parts_ = true;
        if (parts_of_ && !(*parts_of_ == weight)) work_.stop();  // nobody looks at that weight any more
    }
    return same ? there : nullptr;  // of another text: its texts are right
}

void StepWork::publish(StepParts parts, const std::atomic<bool>& stopped) {
    auto finished = std::make_shared<const StepParts>(std::move(parts));
    const std::lock_guard lock(mutex_);
    if (!stopped && result_ == finished->of) parts_ = std::move(finished);
}

void StepWork::make_parts(std::shared_ptr<const StepResult> of, WeightAt weight, int text) {
    compares_ = false;
    parts_of_ = weight;
    work_.start(
        [this, of = std::move(of), weight, text](const std::atomic<bool>& stopped) {
            StepParts parts{.of = of, .weight = weight, .text = -1, .texts = {}, .positions = {}, .error = {}};
            {
                const std::lock_guard lock(mutex_);
                if (parts_ && parts_->of == of && parts_->weight == weight) parts.texts = parts_->texts;
            }
            StepInspection& inspection = *of->inspection;
            const auto [parameter, index] = weight;
            try {
                const std::size_t known = parts.texts.size();
                for (std::size_t i = known; i < inspection.texts().size() && !stopped; ++i)
                    parts.texts.push_back(inspection.of_text(parameter, index, static_cast<int>(i)));
                if (stopped) return;
                if (known < parts.texts.size()) publish(parts, stopped);
                const auto labels = static_cast<int>(inspection.texts()[static_cast<std::size_t>(text)].labels.size());
                for (int i = 0; i < labels; ++i) {
                    if (stopped || wanted_text_ != text) return;  // nobody looks at that text any more
                    parts.positions.push_back(inspection.of_position(parameter, index, text, i));
                }
                parts.text = text;
            } catch (const std::exception& error) {
                parts.error = sentence_of(error);
            }
            publish(std::move(parts), stopped);
        },
        options_.wake);
}

void StepWork::replay(const TrainingSession::Snapshot& shown) {
    if (!work_.idle() || !shown.plan || !shown.changes || shown.steps_done < 1) return;
    replayed_ = 0;
    makes_ = shown.steps_done;
    make([this, plan = shown.plan, changes = *shown.changes,
          steps = shown.steps_done - 1](const std::atomic<bool>& stopped) {
        return std::make_shared<const TrainingState>(
            replayed_state(plan, changes, steps, stopped, replayed_, free_bytes()));
    });
}

void StepWork::compare(const std::shared_ptr<const StepResult>& of) {
    std::shared_ptr<const TrainingState> state;
    {
        const std::lock_guard lock(mutex_);
        if (!of || result_ != of || !of->inspection) return;
        state = state_;
    }
    if (!work_.idle() || !state) return;
    compares_ = true;
    parts_of_.reset();
    work_.start(
        [this, of, state](const std::atomic<bool>& stopped) {
            auto variants =
                std::make_shared<const StepVariants>(step_variants(*of->inspection, *state, stopped, free_bytes()));
            const std::lock_guard lock(mutex_);
            if (!stopped && result_ == of) variants_ = std::move(variants);
        },
        options_.wake);
}

}  // namespace glassformer
