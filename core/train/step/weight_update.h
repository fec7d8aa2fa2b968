// How one step changed one number of a model, with every number that went into it: the trainer's own, not computed
// again.
#pragma once

#include "core/train/options.h"

namespace glassformer {

struct WeightUpdate {
    double before = 0, after = 0;  // the weight
    double gradient = 0;           // of the batch's mean loss, before clipping
    double clip_factor = 1;        // that all gradients were multiplied by
    double learning_rate = 0;      // of this step
    double weight_decay = 0;       // of this weight: 0 for biases and norms
    int t = 0;                     // the step, counted from 1, as the bias corrections count it

    const OptimiserKind* optimiser = nullptr;
    double beta1 = 0, beta2 = 0, eps = 0;                             // AdamW (Loshchilov and Hutter 2019)
    double mean_before = 0, mean = 0, square_before = 0, square = 0;  // its running means of g and g²
    double momentum = 0, velocity_before = 0, velocity = 0;           // SGD (Polyak 1964)

    double clipped() const { return clip_factor * gradient; }
    /// m/(1 − β₁ᵗ) and v/(1 − β₂ᵗ) (Kingma and Ba 2015).
    double corrected_mean() const;
    double corrected_square() const;
    /// η · λ · θ of AdamW, which is taken off beside the step; SGD has it in the velocity.
    double decayed() const { return learning_rate * weight_decay * before; }
};

/// The step's formula with these numbers, from the running means or the velocity before it on, in double precision:
/// `after` but for the rounding of a float.
struct UpdateAgain {
    double mean = 0, square = 0, velocity = 0, after = 0;
};
UpdateAgain evaluate(const WeightUpdate& update);

}  // namespace glassformer
