// One training step of a tiny model in three ways: all texts at once, in micro-batches whose gradients are added up,
// and with checkpoints, whose activations are computed again in the backward pass (Chen et al. 2016). The gradients are
// the same; the memory is not. Computed and compared by train/step/step_variants.h.
#pragma once

#include <atomic>

#include "core/train/live/training_plan.h"
#include "core/train/step/step_variants.h"

namespace glassformer {

struct TinyStep {
    int batch = 16;  // texts; at most tiny_batch_most are run
    int micro = 2;   // parts that they are split into: at least two, as far as there are texts
    bool operator==(const TinyStep&) const = default;
};
inline constexpr int tiny_batch_most = 32;
/// What is trained, as it is set to: a decoder with attention and MLP, one text at least, and no more parts than texts.
TrainingPlan tiny_plan(const TinyStep& setting);

struct EqualGradients {
    int blocks = 0, d_model = 0;        // of the model, a decoder with its initial weights
    int texts = 0, tokens = 0;          // of the batch: texts, and tokens of the longest
    Sample first;                       // of its texts
    StepVariant accumulation, checkpoints;  // each beside all texts at once with all activations kept
};
/// The first step. Ends early, with whatever, once it is stopped. Throws Error where this machine has not the memory.
EqualGradients equal_gradients(const TinyStep& setting, const std::atomic<bool>& stopped);

}  // namespace glassformer
