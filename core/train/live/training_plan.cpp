#include "core/train/live/training_plan.h"

#include "core/train/live/step_memory_check.h"

namespace glassformer {

TrainingPlan training_plan(const TrainRequest& request) {
    TrainingPlan plan{.task = requested_task(request), .config = {}, .options = {}};
    plan.config = requested_config(plan.task, request);
    plan.options = requested_options(plan.task, request);
    return plan;
}

std::unique_ptr<Trainer> trainer_of(const std::shared_ptr<const TrainingPlan>& plan, ThreadPool* pool,
                                    std::uint64_t free) {
    expect_room_for_step(plan->task, plan->config, plan->options, 0, free);
    return std::make_unique<Trainer>(
        plan->config, plan->options,
        [plan](Random& random, Sample& sample) { plan->task.sample(random, Split::train, sample); }, pool);
}

}  // namespace glassformer
