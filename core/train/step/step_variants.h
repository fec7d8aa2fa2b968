// A step beside the same step computed in another way: with its padding and each text alone, at once and in
// micro-batches, with all activations kept and with some computed again. Each as the largest difference of a number,
// and the memory of both.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "core/train/step/step_result.h"

namespace glassformer {

struct StepVariant {
    enum class Kind : std::uint8_t { padding, accumulation, checkpoints } kind;
    std::string error = {};  // why it could not be computed; "" where it was
    /// The step itself, as the run makes it, is the one that takes less memory: it accumulates, or has checkpoints.
    bool step_is_thrifty = false;
    std::size_t numbers = 0;                    // compared: losses of labeled positions, or gradients of weights
    double difference = 0;                      // the largest of any of them
    double largest = 0;                         // of them
    double loss_difference = 0;                 // of the step's loss; not of Kind::padding
    double bytes_plain = 0, bytes_thrifty = 0;  // of a step, by training_memory()
    double padding = 0;                         // Kind::padding: share of the batch's positions
    int texts = 0;                              // of the batch
    int micro_batches = 1;  // Kind::accumulation, of the thrifty way; 1: a single text cannot be split
};
using StepVariants = std::vector<StepVariant>;

/// How many the trainer makes of a batch: equal parts, the last of which may be smaller.
int micro_batches_of(const TrainOptions& options);

/// One of each kind. `before`: the state that the step follows. Ends early, with fewer, once it is stopped.
StepVariants step_variants(const StepInspection& inspection, const TrainingState& before,
                           const std::atomic<bool>& stopped, std::uint64_t free = free_memory());

}  // namespace glassformer
