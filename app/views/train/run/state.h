// What a training in the window is set to: the task, and the settings that its knobs and the page of all settings
// change. Saved with the session.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/views/shared/view.h"
#include "core/train/live/training_plan.h"

namespace glassformer {

struct TrainState {
    std::string task = "coreference";
    double learning_rate = 0, clip = 0;
    int batch = 1, steps = 1, layers = 1, heads = 1;
    int seed = 1;
    int d_model = 1;
    std::string corpus = {};        // file of the text that the task learns; "": it makes its texts itself
    std::string architecture = {};  // a patch of the task's config, as Inputs::architecture; "": none
    std::string optimiser = "adamw";
    bool cosine = true;
    int warm_up = 0;
    double weight_decay = 0, label_smoothing = 0;
    Smoothing smoothing = Smoothing::all_classes;
    int accumulate = 1;
    bool checkpoint = false;
    bool operator==(const TrainState&) const = default;
};

/// How far the settings reach; rates and sizes that a slider can show.
namespace train_limits {
inline constexpr double least_rate = 1e-5, most_rate = 10, most_clip = 5;
inline constexpr int most_batch = 512, least_steps = 10, most_steps = 20000, most_layers = 6, most_heads = 8,
                     most_seed = 99, most_warm_up = 500, most_accumulate = 8, least_d_model = 8, most_d_model = 128;
inline constexpr double most_decay = 1, most_smoothing = 0.5;
}  // namespace train_limits

/// The task that learns a text of its user's.
inline constexpr const char* own_text_task = "characters";
/// The tasks that make their texts themselves, in the order of the menu.
const std::vector<std::string>& trainable_tasks();

/// Without an exponent: "0.003", "0.00001".
std::string rate_text(double rate);

/// The settings that a task starts from.
TrainState settings_of_task(const std::string& task);
/// Whether the task's model has layers or heads to choose.
bool has_layers(const std::string& task);
bool has_heads(const std::string& task);
/// Numbers of heads that share d_model evenly, ascending.
std::vector<int> possible_heads(const TrainState& state);

/// The config of the sizes alone, without the patch of the architecture. Throws Error where they make no sense.
ModelConfig config_without_patch(const TrainState& state);
/// The training of these settings. Throws Error where they make no sense.
TrainingPlan plan_of(const TrainState& state);
/// The settings of a plan that plan_of() made, with what was changed since.
TrainState state_of(const TrainingPlan& plan, const TrainOptions& now, const std::string& corpus = {});

ViewValues saved_values(const TrainState& state);
/// Values that cannot be used leave the task's own.
TrainState read_values(const ViewValues& values);

}  // namespace glassformer
