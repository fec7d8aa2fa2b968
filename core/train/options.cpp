#include "core/train/options.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>

#include "core/base/error.h"
#include "core/base/number_text.h"

namespace glassformer {

namespace {

template <class Number>
void require(bool holds, const char* name, const char* rule, Number value) {
    if (holds) return;
    std::string got;
    if constexpr (std::is_integral_v<Number>)
        got = std::to_string(value);
    else
        got = six_digits(value);
    throw Error(std::string("training: ") + name + " must be " + rule + ", got " + got);
}

}  // namespace

void check(const TrainOptions& options) {
    const auto share = [](double value) { return value >= 0 && value < 1; };
    require(options.steps >= 1, "steps", "at least 1", options.steps);
    require(options.batch >= 1 && options.batch <= 65536, "batch", "1 to 65536", options.batch);
    require(options.accumulate >= 1 && options.accumulate <= options.batch, "micro-batches per step",
            "1 to the number of texts per step", options.accumulate);
    if (options.optimiser == nullptr) throw Error("training: there is no such optimizer");
    require(options.threads >= 1 && options.threads <= 1024, "threads", "1 to 1024", options.threads);
    require(options.learning_rate > 0 && std::isfinite(options.learning_rate), "learning rate", "above 0",
            options.learning_rate);
    require(options.warm_up >= 0, "warm-up", "0 or more steps", options.warm_up);
    require(options.floor >= 0 && options.floor <= 1, "floor", "0 to 1", options.floor);
    require(share(options.momentum), "momentum", "at least 0 and below 1", options.momentum);
    require(share(options.beta1), "beta1", "at least 0 and below 1", options.beta1);
    require(share(options.beta2), "beta2", "at least 0 and below 1", options.beta2);
    require(options.eps > 0, "eps", "above 0", options.eps);
    require(options.weight_decay >= 0, "weight decay", "0 or more", options.weight_decay);
    require(options.clip >= 0, "clip", "0 or more", options.clip);
    require(options.init.std >= 0 && std::isfinite(options.init.std), "init std", "0 or more",
            static_cast<double>(options.init.std));
    require(options.init.embedding_std >= 0 && std::isfinite(options.init.embedding_std), "embedding std", "0 or more",
            static_cast<double>(options.init.embedding_std));
    require(share(options.label_smoothing), "label smoothing", "at least 0 and below 1", options.label_smoothing);
}

void check(const TrainOptions& options, int classes) {
    check(options);
    if (options.label_smoothing == 0 || options.smoothing == Smoothing::all_classes) return;
    const std::string among = " with " + std::to_string(classes) + (classes == 1 ? " class" : " classes");
    if (classes < 2) throw Error("training: label smoothing over the other classes has none to go to" + among);
    if (options.label_smoothing * classes >= classes - 1)
        throw Error("training: label smoothing over the other classes must be below " +
                    six_digits(static_cast<double>(classes - 1) / classes) + among +
                    ", so that the label keeps more than each of the others, got " +
                    six_digits(options.label_smoothing));
}

double smoothing_of_loss(const TrainOptions& options, int classes) {
    if (options.label_smoothing == 0 || options.smoothing == Smoothing::all_classes) return options.label_smoothing;
    return options.label_smoothing * classes / (classes - 1);
}

double learning_rate(const TrainOptions& options, int step) {
    if (step < options.warm_up) return options.learning_rate * (step + 1) / options.warm_up;
    if (options.schedule == Schedule::constant) return options.learning_rate;
    const double decaying = std::max(1, options.steps - options.warm_up);
    const double done = std::min(1.0, (step - options.warm_up) / decaying);
    const double share = options.floor + (1 - options.floor) * 0.5 * (1 + std::cos(std::numbers::pi * done));
    return options.learning_rate * share;
}

}  // namespace glassformer
