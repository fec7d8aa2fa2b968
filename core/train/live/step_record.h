// What is kept of one training step, for curves.
#pragma once

#include <vector>

#include "core/train/live/parts_of_model.h"
#include "core/train/trainer.h"

namespace glassformer {

struct StepRecord {
    int step = 0;             // counted from 1
    float loss = 0;           // mean cross entropy of the batch, in nats, before the update
    float gradient_norm = 0;  // of all gradients together, before clipping
    float clip_factor = 1;    // that the gradient was multiplied by; 1: it was not clipped
    float learning_rate = 0;
    /// ‖update‖ / ‖weights before it‖, by part of the model (PartsOfModel::names); infinite where all weights were 0.
    std::vector<float> update_ratios;
    std::vector<float> gradient_norms;  // before clipping, by parameter, in the order of parameter_shapes()
    bool operator==(const StepRecord&) const = default;
};

/// Of the step that the trainer, which measures its updates, has just made.
StepRecord record_of(const Trainer& trainer, const Trainer::Step& step, const PartsOfModel& parts);

}  // namespace glassformer
