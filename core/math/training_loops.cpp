#include "core/math/training_loops.h"

#include <Eigen/Core>
#include <cmath>

namespace glassformer {

namespace {

Eigen::Map<Eigen::ArrayXf> array(std::span<float> x) { return {x.data(), static_cast<Eigen::Index>(x.size())}; }
Eigen::Map<const Eigen::ArrayXf> array(std::span<const float> x) {
    return {x.data(), static_cast<Eigen::Index>(x.size())};
}

}  // namespace

void add_share(std::span<float> sum, float share, std::span<const float> values, bool first) {
    if (first)
        array(sum) = share * array(values);
    else
        array(sum) += share * array(values);
}

double sum_of_squares(std::span<const float> x) { return static_cast<double>(array(x).square().sum()); }

ChangeSquares squares_of_change(std::span<const float> before, std::span<const float> after) {
    return {static_cast<double>((array(after) - array(before)).square().sum()), sum_of_squares(before)};
}

void adamw_step(const AdamWStep& step, std::span<float> theta, std::span<float> m, std::span<float> v,
                std::span<const float> gradient, float scale) {
    const auto g = array(gradient);
    const auto beta1 = static_cast<float>(step.beta1), beta2 = static_cast<float>(step.beta2);
    array(m) = beta1 * array(m) + static_cast<float>((1 - step.beta1) * scale) * g;
    array(v) = beta2 * array(v) + static_cast<float>((1 - step.beta2) * scale * scale) * g.square();
    // Both corrections once a step instead of once an entry.
    const auto rate = static_cast<float>(step.learning_rate / (1 - std::pow(step.beta1, step.t)));
    const auto root = static_cast<float>(1 / std::sqrt(1 - std::pow(step.beta2, step.t)));
    const auto keep = static_cast<float>(1 - step.learning_rate * step.weight_decay);
    array(theta) = keep * array(theta) - rate * array(m) / (root * array(v).sqrt() + static_cast<float>(step.eps));
}

void sgd_step(const SgdStep& step, std::span<float> theta, std::span<float> v, std::span<const float> gradient,
              float scale) {
    array(v) = static_cast<float>(step.momentum) * array(v) + scale * array(gradient) +
               static_cast<float>(step.weight_decay) * array(theta);
    array(theta) -= static_cast<float>(step.learning_rate) * array(v);
}

}  // namespace glassformer
