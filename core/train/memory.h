// What a training step of any model takes in memory, before there is one: counted from the shapes of the tape that
// would be recorded, with the switches that lectures name for large models (micro-batches, checkpoints, half
// precision). app/views/memory shows these plans.
#pragma once

#include <cstddef>

#include "core/model/config.h"

namespace glassformer {

/// single: everything in 4 bytes, as the trainer here does. half: weights, activations and their gradients in 2 bytes;
/// the weights once more in 4 for the update, and the sum of the gradients and the optimiser in 4 (Micikevicius et al.
/// 2018). The trainer here does not compute in half precision: that is a plan only.
enum class Precision { single, half };

struct TrainingShape {
    int batch = 1;  // texts a step
    int seq_len = 1;
    int target_len = 0;  // encoder–decoder only
    int accumulate = 1;  // micro-batches that these texts are split into
    bool checkpoint = false;
    Precision precision = Precision::single;
    bool operator==(const TrainingShape&) const = default;
};

/// Bytes, by what they hold.
struct TrainingMemory {
    double weights = 0;
    double master_weights = 0;  // half precision only
    double gradients = 0;       // of the parameters, as a backward pass leaves them
    double gradient_sum = 0;    // of parts and micro-batches
    double optimiser = 0;       // AdamW's two moments
    double inputs = 0;          // tokens, masks, padding, labels
    double activations = 0;
    double activation_gradients = 0;
    double total() const {
        return weights + master_weights + gradients + gradient_sum + optimiser + inputs + activations +
               activation_gradients;
    }
};
/// Throws Error where the shape makes no sense or does not fit the config. Allocates nothing of the size it counts.
TrainingMemory training_memory(const ModelConfig& config, const TrainingShape& shape);

}  // namespace glassformer
