// What a training run is set to, and the learning rate that follows from it. Plain values: a task has its own defaults,
// the command line and the window change some of them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/model/weights.h"
#include "core/train/optimiser.h"

namespace glassformer {

enum class Schedule { constant, cosine };

/// Where the ε of label smoothing goes. all_classes: ε/V onto each of V classes, so that the label keeps 1−ε+ε/V
/// (Szegedy et al. 2016). other_classes: ε/(V−1) onto each of the others, so that the label keeps 1−ε.
enum class Smoothing { all_classes, other_classes };
inline constexpr std::array<std::string_view, 2> smoothing_names{"all_classes", "other_classes"};

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
    double label_smoothing = 0;  // ε
    Smoothing smoothing = Smoothing::all_classes;
    std::uint64_t seed = 0;
    int threads = 1;  // parts that a batch is split into; the rounding, and so the last bits, depend on it
    InitOptions init;
};

/// Whether weight decay acts on a parameter of this shape: on matrices and embeddings, not on biases and norms.
inline bool decays(const Shape& shape) { return shape.rank() >= 2; }

/// Throws Error naming the first option that makes no sense.
void check(const TrainOptions& options);
/// The same, and what makes none for a model that chooses among so many classes.
void check(const TrainOptions& options, int classes);

/// Label smoothing as op::cross_entropy takes it, which spreads it over all classes: ε, or of other_classes
/// ε·V/(V−1), with which each of the others gets the same ε/(V−1) and the label the same 1−ε.
double smoothing_of_loss(const TrainOptions& options, int classes);

/// Rate of the given step, counted from 0.
double learning_rate(const TrainOptions& options, int step);

}  // namespace glassformer
