#include "core/train/sgd.h"

#include "core/math/training_loops.h"

namespace glassformer {

void Sgd::update(const OptimiserStep& step, std::size_t offset, std::span<float> values,
                 std::span<const float> gradient, float scale) {
    sgd_step({step.learning_rate, step.momentum, step.weight_decay}, values, {velocity_.data() + offset, values.size()},
             gradient, scale);
}

}  // namespace glassformer
