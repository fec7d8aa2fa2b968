// Whether this machine has the memory for a training's steps, before the first of them takes it.
#pragma once

#include <cstdint>

#include "core/train/memory.h"
#include "core/train/task.h"

namespace glassformer {

/// A step of this training, with texts of the largest length. How long texts get is found by drawing some for a fixed
/// seed.
TrainingShape shape_of_step(const Task& task, const TrainOptions& options);

/// What a step of the largest of these texts takes.
TrainingMemory memory_for_step(const Task& task, const ModelConfig& config, const TrainOptions& options);

/// Throws Error naming both amounts where a step of the largest of these texts takes more than is free and what the
/// training holds already (bytes): a system without memory would end the program instead.
void expect_room_for_step(const Task& task, const ModelConfig& config, const TrainOptions& options, std::uint64_t held,
                          std::uint64_t free);

}  // namespace glassformer
