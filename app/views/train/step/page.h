// One step of the training, taken apart: its texts, and where the change of any weight came from. Layout is here; the
// step is made in core/train/step/step_work.h.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/views/shared/context.h"
#include "app/views/shared/state.h"
#include "app/views/train/run/page.h"
#include "app/views/train/step/batch.h"
#include "app/views/train/step/weight.h"
#include "core/train/step/step_work.h"

namespace glassformer {

class StepPage final : public TrainPage {
public:
    explicit StepPage(std::function<void()> wake) : work_({.wake = std::move(wake)}) {}
    void draw(TrainScene& scene, Rect area) override;
    float least_height(float width, bool) const override { return width > beside ? 26 : 72; }
    void describe(State& state) const override;
    bool settling() const override { return work_.busy(); }
    /// What is under way ends soon.
    void leave() override { work_.leave(); }
    /// What was selected by the user.
    ViewValues save() const override;
    void load(const ViewValues& values) override;

private:
    static constexpr float beside = 56;  // in em: panels lie beside each other in a page that is wider
    void take_over(const std::shared_ptr<const StepResult>& result);
    void heading(ViewContext& context, Rect line, const TrainRun& run);
    std::string note(const TrainRun& run) const;
    void without_step(ViewContext& context, Rect area, TrainRun& run);
    void batch(ViewContext& context, Rect area, bool with_prediction);
    void weight(ViewContext& context, const Rect& area);
    void derivation(ViewContext& context, Rect area);
    void parts(ViewContext& context, const Rect& area, bool by_text);
    void select_pending();
    void select(const WeightAt& at);
    void select(const StepPlace& place);
    void place_of_largest_part();

    StepWork work_;
    std::shared_ptr<const StepResult> result_;  // shown; its inspection is never null
    std::shared_ptr<const StepParts> parts_;    // of the weight, as far as they are known
    std::shared_ptr<const TrainingPlan> plan_;  // that the selection is of
    StepPlace place_;
    WeightAt weight_;
    // By the user: they stay from step to step. Else the weight is StepResult::begin_with, and the text the one with
    // the largest part of its gradient.
    bool chosen_ = false, text_chosen_ = false;
    bool show_place_ = false;       // in the batch, by scrolling
    bool largest_position_ = true;  // of the text, once its parts are known
    StepWeightMap map_;
    bool variants_open_ = false;
    std::string says_;  // in place of a step; "" where there is one
    std::string note_;  // beside the title of the step that is shown
    /// As a session file has it, until the step is there that it is selected in.
    struct Selection {
        int text = 0, position = 0;  // from 1; 0: nobody selected one
        std::string parameter;       // "": nobody selected a weight
        int index = 0;
    };
    Selection selected() const;
    std::optional<Selection> pending_selection_;
};

}  // namespace glassformer
