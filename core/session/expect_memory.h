// Whether a pass has room in this machine's memory: asked before anything is allocated, so that a text that is too long
// for the model gets a sentence and not a machine that swaps.
#pragma once

#include <cstdint>

#include "core/base/system_memory.h"
#include "core/model/graph.h"

namespace glassformer {

/// Bytes of all stages and inputs of one pass, with a loss also of all gradients, recorded by their shapes alone. Weights are not counted: they are read
/// before. Throws Error where the config has no pass of this size.
std::uint64_t memory_of_pass(const ModelConfig& config, const GraphSize& size);

/// Throws Error with both numbers where a pass would take more than 80 % of `free` bytes.
void expect_memory(const ModelConfig& config, const GraphSize& size, std::uint64_t free);

}  // namespace glassformer
