// The next step of a training, made on a trainer of its own and kept whole: its texts, each weight's gradient as a sum
// over texts and positions, and what the optimizer made of it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/system_memory.h"
#include "core/train/live/training_state.h"
#include "core/train/step/weight_update.h"

namespace glassformer {

class StepInspection {
public:
    /// Makes the step that follows the state, with the bits that the session's has. Throws Error and Divergence as the
    /// trainer does, where all steps of the plan are done, and where the step takes more than the `free` bytes.
    explicit StepInspection(TrainingState before, std::uint64_t free = free_memory());

    const TrainingPlan& plan() const { return *before_.plan; }
    const TrainOptions& options() const { return trainer_->options(); }  // the plan's, with the changes
    const Trainer::Step& step() const { return step_; }
    std::span<const Sample> texts() const { return trainer_->batch(); }
    int labelled() const { return labelled_; }  // positions with a label, in all texts
    const Weights& weights_before() const { return before_.trainer.weights; }
    const Weights& weights_after() const { return after_.weights; }

    /// Of the batch's mean loss, before clipping; counted in the order of parameter_shapes().
    std::span<const float> gradient(std::size_t parameter) const { return trainer_->gradient(parameter); }
    /// Of the number `index` of a parameter; both count in the order of parameter_shapes().
    WeightUpdate update_of(std::size_t parameter, std::size_t index) const;

    /// Parts of that number's gradient, each with its share of the mean over all labelled positions: they add up to the
    /// gradient before clipping but for the rounding of floats. One a text; takes a backward pass a text.
    std::vector<double> by_text(std::size_t parameter, std::size_t index);
    double of_text(std::size_t parameter, std::size_t index, int text) {  // one of them
        return part_of(parameter, index, texts()[static_cast<std::size_t>(text)]);
    }
    /// One a label of this text, 0 where it has none; takes a backward pass a label.
    std::vector<double> by_position(std::size_t parameter, std::size_t index, int text);
    double of_position(std::size_t parameter, std::size_t index, int text, int position);  // one of them

private:
    double part_of(std::size_t parameter, std::size_t index, const Sample& sample);

    TrainingState before_;
    std::unique_ptr<Trainer> trainer_;
    Trainer::Step step_;
    TrainerState after_;
    int labelled_ = 0;
    std::unique_ptr<Batch> one_;  // a text; recorded for the longest, null before it is needed
};

}  // namespace glassformer
