// The texts that a loss surface is measured on.
#pragma once

#include <cstdint>
#include <vector>

#include "core/train/task.h"

namespace glassformer {

/// So many held-out texts of the task; the seed alone draws them. Throws Error for less than one text, and for a task
/// that makes its texts from a file of its user's.
std::vector<Sample> surface_samples(const Task& task, std::uint64_t seed, int texts);

}  // namespace glassformer
