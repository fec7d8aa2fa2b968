#include "core/train/adamw.h"

#include "core/math/training_loops.h"

namespace glassformer {

void AdamW::update(const OptimiserStep& step, std::size_t offset, std::span<float> values,
                   std::span<const float> gradient, float scale) {
    adamw_step({step.learning_rate, step.beta1, step.beta2, step.eps, step.weight_decay, steps_}, values,
               {mean_.data() + offset, values.size()}, {square_.data() + offset, values.size()}, gradient, scale);
}

}  // namespace glassformer
