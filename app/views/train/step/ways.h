// The same step computed in other ways: its texts without padding, in two halves, with blocks computed again. Each as
// the largest difference to the step itself, beside the memory that it takes.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "core/train/laboratory/step_under_glass.h"

namespace glassformer {

struct StepWay {
    enum class Kind : std::uint8_t { alone, halves, checkpoints } kind;
    std::string error;           // why it could not be computed; "" where it was
    double loss_difference = 0;  // alone: the largest of any labeled position; else: of the step's loss
    double largest_loss = 0;
    double gradient_difference = 0, largest_gradient = 0;  // of all weights; not of Kind::alone
    double bytes = 0, bytes_before = 0;                    // of a step, by training_memory()
    double padding = 0;                                    // Kind::alone: share of the batch's positions
};
using StepWays = std::vector<StepWay>;

/// `before`: the state that the glass was made of. Ends early, with fewer, once it is stopped.
StepWays same_numbers(const StepUnderGlass& glass, const TrainingState& before, const std::atomic<bool>& stopped);

}  // namespace glassformer
