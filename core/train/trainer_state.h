// All that a training is between two steps, beside its config, its options and its sampler: what has to be kept so that
// it goes on later with the same bits.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/model/weights.h"

namespace glassformer {

struct TrainerState {
    int steps_done = 0;
    Weights weights;
    std::vector<std::pair<std::string, Weights>> moments;  // of the optimizer, by name; shaped as the weights
    int optimiser_steps = 0;                               // that it has counted
    Random::State random;                                  // of the generator that batches are drawn from
};

}  // namespace glassformer
