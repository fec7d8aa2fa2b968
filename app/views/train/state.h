// What a training in the window is set to: the task, and the settings that its knobs change. Saved with the session.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/views/shared/view.h"
#include "core/train/laboratory/training_plan.h"

namespace glassformer {

struct TrainState {
    std::string task = "coreference";
    double learning_rate = 0, clip = 0;
    int batch = 1, steps = 1, layers = 1, heads = 1;
    int seed = 1;
    bool operator==(const TrainState&) const = default;
};

/// The tasks that make their texts themselves, in the order of the menu.
const std::vector<std::string>& trainable_tasks();

/// The settings that a task starts from.
TrainState settings_of_task(const std::string& task);
/// Whether the task's model has layers or heads to choose.
bool has_layers(const std::string& task);
bool has_heads(const std::string& task);
/// Numbers of heads that share the task's d_model evenly, ascending.
std::vector<int> possible_heads(const std::string& task);

/// The training of these settings. Throws Error where they make no sense.
TrainingPlan plan_of(const TrainState& state);

ViewValues saved_values(const TrainState& state);
/// Values that cannot be used leave the task's own.
TrainState read_values(const ViewValues& values);

}  // namespace glassformer
