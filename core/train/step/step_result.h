// A step that was made to be looked into, as a value: the step itself, the loss at each of its positions, and the
// weights that are worth a look first.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/system_memory.h"
#include "core/train/step/step_losses.h"

namespace glassformer {

/// A number of a model, as StepInspection counts them.
struct WeightAt {
    std::size_t parameter = 0, index = 0;
    bool operator==(const WeightAt&) const = default;
};

/// Only the work beside the window (step_work.h) calls what runs a backward pass of its inspection.
struct StepResult {
    std::shared_ptr<StepInspection> inspection;  // null where it could not be made
    StepLosses losses;
    WeightAt largest;  // the weight that it changes most
    WeightAt
        begin_with;     // largest gradient of the first query matrix; of the first matrix in a model without attention
    std::string error;  // one sentence
};

/// The step after the state, whole. Its error is one sentence, also where the step takes more than the `free` bytes.
StepResult make_step(TrainingState before, std::uint64_t free = free_memory());

/// The state after so many steps of the plan, with the changes that were made up to then: each belongs to the step that
/// follows it, as the session makes them. It has the bits of the session's. Throws as replay() does.
TrainingState replayed_state(const std::shared_ptr<const TrainingPlan>& plan, std::vector<TrainingChange> changes,
                             int steps, const std::atomic<bool>& stopped, std::atomic<int>& done,
                             std::uint64_t free = free_memory());

}  // namespace glassformer
