// What a training is to be, as a value: everything that its bits depend on.
#pragma once

#include <memory>

#include "core/train/run.h"
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

/// A trainer before its first step, which keeps the plan. Throws Error where the options or the config make no sense or
/// there is no room for the parameters.
std::unique_ptr<Trainer> trainer_of(const std::shared_ptr<const TrainingPlan>& plan, ThreadPool* pool);

}  // namespace glassformer
