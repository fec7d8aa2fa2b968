#include "core/train/sgd.h"

#include <Eigen/Core>

namespace glassformer {

void Sgd::update(const OptimiserStep& step, std::size_t offset, std::span<float> values,
                 std::span<const float> gradient, float scale) {
    const auto n = static_cast<Eigen::Index>(values.size());
    Eigen::Map<Eigen::ArrayXf> theta(values.data(), n), v(velocity_.data() + offset, n);
    const Eigen::Map<const Eigen::ArrayXf> g(gradient.data(), n);
    v = static_cast<float>(step.momentum) * v + scale * g + static_cast<float>(step.weight_decay) * theta;
    theta -= static_cast<float>(step.learning_rate) * v;
}

}  // namespace glassformer
