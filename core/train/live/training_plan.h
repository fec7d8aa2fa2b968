// What a training is to be, as a value: everything that its bits depend on.
#pragma once

#include <cstdint>
#include <memory>

#include "core/base/system_memory.h"
#include "core/train/train_task.h"
#include "core/train/trainer.h"

namespace glassformer {

struct TrainingPlan {
    Task task;  // made whole, where it learns a text of its user's
    ModelConfig config;
    TrainOptions options;
};

/// The plan that the command line would train. Throws Error as requested_task(), requested_config() and
/// requested_options() do.
TrainingPlan training_plan(const TrainRequest& request);

/// A trainer before its first step, which keeps the plan. Throws Error where the options or the config make no sense,
/// and where a step takes more than the `free` bytes of this machine (step_memory_check.h).
std::unique_ptr<Trainer> trainer_of(const std::shared_ptr<const TrainingPlan>& plan, ThreadPool* pool,
                                    std::uint64_t free = free_memory());

}  // namespace glassformer
