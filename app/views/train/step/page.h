// One step of the training under glass: its texts, and where the change of any weight came from. Layout is here; the
// step is made in step_work.h.
#pragma once

#include <functional>

#include "app/views/shared/context.h"
#include "app/views/shared/state.h"
#include "app/views/train/run/run.h"
#include "app/views/train/step/batch.h"
#include "app/views/train/step/weight.h"
#include "app/views/train/step/work.h"

namespace glassformer {

class StepPage {
public:
    explicit StepPage(std::function<void()> wake) : work_(std::move(wake)) {}
    void draw(ViewContext& context, const Rect& area, TrainRun& run);
    /// Adds what a script would ask about.
    void describe(State& state) const;
    /// What is under way ends soon.
    void leave() { work_.leave(); }

private:
    void take_over(const std::shared_ptr<const StepMade>& made);
    void heading(ViewContext& context, Rect line, const TrainRun& run);
    void without_step(ViewContext& context, Rect area, TrainRun& run);
    void batch(ViewContext& context, Rect area);
    void weight(ViewContext& context, const Rect& area);
    void derivation(ViewContext& context, Rect area);
    void parts(ViewContext& context, const Rect& area, bool by_text);
    void select(const WeightAt& at);
    void select(const StepPlace& place);
    void place_of_largest_part();

    StepWork work_;
    std::shared_ptr<const StepMade> made_;      // shown; its glass is never null
    std::shared_ptr<const StepParts> parts_;    // of the weight, as far as they are known
    std::shared_ptr<const TrainingPlan> plan_;  // that the selection is of
    StepPlace place_;
    WeightAt weight_;
    // By the user: they stay from step to step. Else the weight is that of the largest update, and the text the one
    // with the largest part of its gradient.
    bool chosen_ = false, text_chosen_ = false;
    bool show_place_ = false;       // in the batch, by scrolling
    bool largest_position_ = true;  // of the text, once its parts are known
    StepWeightMap map_;
    bool ways_open_ = false;
    std::string says_;  // in place of a step; "" where there is one
};

}  // namespace glassformer
