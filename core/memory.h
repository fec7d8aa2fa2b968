// Whether a pass has room in this machine's memory: asked before anything is allocated, so that a text that is too long
// for the model gets a sentence and not a machine that swaps.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "core/model/graph.h"

namespace glassformer {

/// Bytes of all stages and inputs of one pass, recorded by their shapes alone. Weights are not counted: they are read
/// before. Throws Error where the config has no pass of this size.
std::uint64_t memory_of_pass(const ModelConfig& config, const GraphSize& size);

inline constexpr std::uint64_t memory_unknown = std::numeric_limits<std::uint64_t>::max();
/// What the system can still hand out without swapping (MemAvailable); memory_unknown where it does not say.
std::uint64_t free_memory();

/// Throws Error with both numbers where a pass would take more than 80 % of `free` bytes.
void expect_memory(const ModelConfig& config, const GraphSize& size, std::uint64_t free);

/// "512 MB", "3.2 GB": with three digits at most, in powers of ten.
std::string bytes_text(std::uint64_t bytes);

}  // namespace glassformer
