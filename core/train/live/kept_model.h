// What a training leaves: the model of any of its steps, to be looked at in every view, and a model folder with the
// card that the command line would have written.
#pragma once

#include <filesystem>
#include <optional>

#include "core/train/live/training_state.h"

namespace glassformer {

/// What the command line would be asked for, so that it trains this plan; nothing where it has no flag for a setting or
/// learns a text of its user's.
std::optional<TrainRequest> request_of(const TrainingPlan& plan);

/// The weights after so many steps as a model in memory: its card says the step, and has no figures. The name is of
/// this run and step: "step 240 of coreference, seed 3".
Model model_at_step(const TrainingPlan& plan, const Weights& weights, int step);

/// Measures the weights after all steps of the state on held-out data and writes the folder. The card has the command
/// that makes the same model again, where there is one; else its note says what was changed, and when. Returns the
/// figures. Throws Error where the folder cannot be written; what was there stays.
std::vector<Metric> keep_model(const TrainingState& state, const std::filesystem::path& folder);

}  // namespace glassformer
