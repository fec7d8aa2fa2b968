// A training in a file (docs/formats.md, "A training that goes on"): safetensors, written in one step, checked as a
// stranger's when it is read.
#pragma once

#include <filesystem>

#include "core/train/live/training_state.h"

namespace glassformer {

/// Replaces the file; what was there is lost only for the whole new one, on the disk. Throws Error naming the file
/// where it cannot be written.
void save_training(const std::filesystem::path& path, const TrainingState& state);

/// Reads what save_training() wrote. Throws Error naming the file and what is wrong with it: it is cut short or no such
/// file, its tensors are not those of its config, its settings make no sense, or its task makes other texts here.
TrainingState read_training(const std::filesystem::path& path);
/// The same for a task that was made whole by a text of its user's: it must be the text that the file was made with.
TrainingState read_training(const std::filesystem::path& path, const Task& task);

}  // namespace glassformer
