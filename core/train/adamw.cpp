#include "core/train/adamw.h"

#include <Eigen/Core>
#include <cmath>

namespace glassformer {

void AdamW::update(const OptimiserStep& step, std::size_t offset, std::span<float> values,
                   std::span<const float> gradient, float scale) {
    const auto n = static_cast<Eigen::Index>(values.size());
    Eigen::Map<Eigen::ArrayXf> theta(values.data(), n), m(mean_.data() + offset, n), v(square_.data() + offset, n);
    const Eigen::Map<const Eigen::ArrayXf> g(gradient.data(), n);
    const auto beta1 = static_cast<float>(step.beta1), beta2 = static_cast<float>(step.beta2);
    m = beta1 * m + static_cast<float>((1 - step.beta1) * scale) * g;
    v = beta2 * v + static_cast<float>((1 - step.beta2) * scale * scale) * g.square();
    // Both corrections once a step instead of once an entry.
    const auto rate = static_cast<float>(step.learning_rate / (1 - std::pow(step.beta1, steps_)));
    const auto root = static_cast<float>(1 / std::sqrt(1 - std::pow(step.beta2, steps_)));
    const auto keep = static_cast<float>(1 - step.learning_rate * step.weight_decay);
    theta = keep * theta - rate * m / (root * v.sqrt() + static_cast<float>(step.eps));
}

}  // namespace glassformer
