#include "app/views/train/step/work.h"

#include <cmath>
#include <utility>

#include "core/base/failure.h"

namespace glassformer {

StepMade make_step(TrainingState before) {
    StepMade made;
    try {
        made.glass = std::make_shared<StepUnderGlass>(std::move(before));
        made.losses = losses_of(*made.glass);
    } catch (const std::exception& error) {
        made.glass = nullptr;
        made.error = sentence_of(error);
        return made;
    }
    float most = -1;
    const std::vector<Parameter>&from = made.glass->weights_before().parameters,
          &to = made.glass->weights_after().parameters;
    for (std::size_t p = 0; p < from.size(); ++p)
        for (std::size_t i = 0; i < from[p].shape.count(); ++i) {
            const float by = std::abs(to[p].data[i] - from[p].data[i]);
            if (by <= most) continue;
            most = by;
            made.largest = {.parameter = p, .index = i};
        }
    return made;
}

TrainingState replayed_state(const std::shared_ptr<const TrainingPlan>& plan, std::vector<TrainingChange> changes,
                             int steps, const std::atomic<bool>& stopped, std::atomic<int>& done) {
    const std::unique_ptr<Trainer> trainer = trainer_of(plan, nullptr);
    auto next = changes.begin();
    const auto change = [&] {
        for (; next != changes.end() && next->step <= trainer->steps_done(); ++next) make(*next, *trainer);
    };
    while (trainer->steps_done() < steps && !stopped) {
        change();
        trainer->step();
        done = trainer->steps_done();
    }
    changes.erase(next, changes.end());
    std::erase_if(changes, [&](const TrainingChange& one) { return one.step > steps; });
    return {.plan = plan,
            .changes = std::move(changes),
            .trainer = trainer->state(),
            .records = {},
            .held_out = {},
            .seconds = 0};
}

std::shared_ptr<const StepMade> StepWork::made() const {
    const std::lock_guard lock(mutex_);
    return made_;
}

std::shared_ptr<const StepWays> StepWork::ways() const {
    const std::lock_guard lock(mutex_);
    return ways_;
}

std::optional<int> StepWork::replayed() const {
    const int done = replayed_;
    return done < 0 || work_.idle() ? std::nullopt : std::optional(done);
}

void StepWork::follow(TrainRun& run) {
    const TrainingSession::Snapshot& shown = run.shown();
    if (plan_ != shown.plan) {  // another training
        plan_ = shown.plan;
        asked_.reset();
        begun_ = nullptr;
        compares_ = false;
        work_.stop();
        const std::lock_guard lock(mutex_);
        made_ = nullptr;
        parts_ = nullptr;
        ways_ = nullptr;
        state_ = nullptr;
    }
    awaits_ = false;
    const bool stands = shown.phase == TrainingPhase::ready || shown.phase == TrainingPhase::paused;
    if (!stands || !shown.weights || !shown.changes) return;
    const std::size_t changes = shown.changes->size();
    const bool newest = shown.state && shown.state->plan == shown.plan &&
                        shown.state->trainer.steps_done == shown.steps_done && shown.state->changes.size() == changes;
    if (!newest) {
        awaits_ = true;
        const std::pair now{shown.steps_done, changes};
        if (shown.busy || asked_ == now) return;
        asked_ = now;
        run.session().request_state();
        return;
    }
    {
        const std::lock_guard lock(mutex_);
        if (state_ == shown.state) return;
    }
    awaits_ = true;
    if (!work_.idle()) {
        if (begun_ != shown.state) work_.stop();  // what is under way is of an older step
        return;
    }
    begun_ = shown.state;
    make([state = shown.state](const std::atomic<bool>&) { return state; });
}

/// Nothing else may be under way.
void StepWork::make(Before before) {
    compares_ = false;
    work_.start(
        [this, before = std::move(before)](const std::atomic<bool>& stopped) {
            std::shared_ptr<const TrainingState> state;
            auto made = std::make_shared<StepMade>();
            try {
                state = before(stopped);
                if (!stopped) *made = make_step(*state);
            } catch (const std::exception& error) {
                made->error = sentence_of(error);
            }
            replayed_ = -1;
            if (stopped) return;
            const std::lock_guard lock(mutex_);
            made_ = std::move(made);
            state_ = std::move(state);
            ways_ = nullptr;
        },
        wake_);
}

std::shared_ptr<const StepParts> StepWork::parts(WeightAt weight, int text) {
    std::shared_ptr<const StepMade> of;
    std::shared_ptr<const StepParts> there;
    {
        const std::lock_guard lock(mutex_);
        of = made_;
        there = parts_;
    }
    if (!of || !of->glass) return nullptr;
    const bool same = there && there->of == of && there->weight == weight;
    if (same && there->text == text) return there;
    if (work_.idle())
        make_parts(std::move(of), weight, text);
    else if (replayed_ < 0)
        awaits_ = true;
    return same ? there : nullptr;  // of another text: its texts are right
}

void StepWork::make_parts(std::shared_ptr<const StepMade> of, WeightAt weight, int text) {
    work_.start(
        [this, of = std::move(of), weight, text](const std::atomic<bool>& stopped) {
            auto parts = std::make_shared<StepParts>();
            *parts = {.of = of, .weight = weight, .text = text, .texts = {}, .positions = {}, .error = {}};
            {
                const std::lock_guard lock(mutex_);
                if (parts_ && parts_->of == of && parts_->weight == weight) parts->texts = parts_->texts;
            }
            StepUnderGlass& glass = *of->glass;
            try {
                for (std::size_t i = parts->texts.size(); i < glass.texts().size() && !stopped; ++i)
                    parts->texts.push_back(glass.of_text(weight.parameter, weight.index, static_cast<int>(i)));
                if (stopped) return;
                parts->positions = glass.by_position(weight.parameter, weight.index, text);
            } catch (const std::exception& error) {
                parts->error = sentence_of(error);
            }
            const std::lock_guard lock(mutex_);
            parts_ = std::move(parts);
        },
        wake_);
}

void StepWork::replay(const TrainRun& run) {
    const TrainingSession::Snapshot& shown = run.shown();
    if (!work_.idle() || !shown.plan || !shown.changes || shown.steps_done < 1) return;
    replayed_ = 0;
    make([this, plan = shown.plan, changes = *shown.changes,
          steps = shown.steps_done - 1](const std::atomic<bool>& stopped) {
        return std::make_shared<const TrainingState>(replayed_state(plan, changes, steps, stopped, replayed_));
    });
}

void StepWork::compare() {
    std::shared_ptr<const StepMade> of;
    std::shared_ptr<const TrainingState> state;
    {
        const std::lock_guard lock(mutex_);
        of = made_;
        state = state_;
    }
    if (!work_.idle() || !of || !of->glass || !state) return;
    compares_ = true;
    work_.start(
        [this, of, state](const std::atomic<bool>& stopped) {
            auto ways = std::make_shared<StepWays>(same_numbers(*of->glass, *state, stopped));
            const std::lock_guard lock(mutex_);
            if (!stopped && made_ == of) ways_ = std::move(ways);
        },
        wake_);
}

}  // namespace glassformer
