// What a training run is set to, and the learning rate that follows from it. Plain values: a task has its own defaults,
// the command line and the window change some of them.
#pragma once

#include <cstdint>

#include "core/model/weights.h"
#include "core/train/optimiser.h"

namespace glassformer {

enum class Schedule { constant, cosine };

struct TrainOptions {
    int steps = 600;
    int batch = 64;                        // texts a step
    int accumulate = 1;                    // micro-batches that a step's texts are split into, one after the other
    bool checkpoint = false;               // keep the blocks' inputs alone, compute blocks again for their gradients
    double learning_rate = 3e-3;           // the peak
    int warm_up = 50;                      // steps of linear increase to the peak (Goyal et al. 2017)
    Schedule schedule = Schedule::cosine;  // after the warm-up (Loshchilov and Hutter 2017)
    double floor = 0.05;                   // share of the peak that cosine ends at
    const OptimiserKind* optimiser = &adamw;
    double momentum = 0.9;  // SGD; β and ε are AdamW's
    double beta1 = 0.9;
    double beta2 = 0.99;
    double eps = 1e-8;
    double weight_decay = 0.01;  // on matrices and embeddings, not on biases and norms
    double clip = 1;             // largest norm of all gradients together; 0: none (Pascanu et al. 2013)
    double label_smoothing = 0;
    std::uint64_t seed = 0;
    int threads = 1;  // parts that a batch is split into; the rounding, and so the last bits, depend on it
    InitOptions init;
};

/// Whether weight decay acts on a parameter of this shape: on matrices and embeddings, not on biases and norms.
inline bool decays(const Shape& shape) { return shape.rank() >= 2; }

/// Throws Error naming the first option that makes no sense.
void check(const TrainOptions& options);

/// Rate of the given step, counted from 0.
double learning_rate(const TrainOptions& options, int step);

}  // namespace glassformer
