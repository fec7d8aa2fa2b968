#include "core/train/step/weight_update.h"

#include <cmath>

namespace glassformer {

double WeightUpdate::corrected_mean() const { return mean / (1 - std::pow(beta1, t)); }
double WeightUpdate::corrected_square() const { return square / (1 - std::pow(beta2, t)); }

UpdateAgain evaluate(const WeightUpdate& update) {
    const double g = update.clipped();
    UpdateAgain again;
    if (update.optimiser == &sgd) {
        again.velocity = update.momentum * update.velocity_before + g + update.weight_decay * update.before;
        again.after = update.before - update.learning_rate * again.velocity;
        return again;
    }
    again.mean = update.beta1 * update.mean_before + (1 - update.beta1) * g;
    again.square = update.beta2 * update.square_before + (1 - update.beta2) * g * g;
    WeightUpdate now = update;
    now.mean = again.mean;
    now.square = again.square;
    again.after = update.before - update.decayed() -
                  update.learning_rate * now.corrected_mean() / (std::sqrt(now.corrected_square()) + update.eps);
    return again;
}

}  // namespace glassformer
