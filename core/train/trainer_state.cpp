// What a trainer hands out and takes back between two steps: copies of its weights, its whole state, changed options.
#include "core/train/trainer_state.h"

#include <algorithm>

#include "core/train/trainer.h"

namespace glassformer {

/// The memory, laid out as the trainer's own, as parameters.
Weights Trainer::views(const std::shared_ptr<const AlignedFloats>& of) const {
    Weights weights = weights_;
    for (std::size_t p = 0; p < places_.size(); ++p) {
        weights.parameters[p].data = of->data() + places_[p].offset;
        weights.parameters[p].owner = of;
    }
    return weights;
}

Weights Trainer::copy_weights() const { return views(std::make_shared<const AlignedFloats>(*values_)); }

TrainerState Trainer::state() const {
    TrainerState state{.steps_done = steps_done_,
                       .weights = copy_weights(),
                       .moments = {},
                       .optimiser_steps = optimiser_->steps(),
                       .random = random_.state()};
    for (const Optimiser::Moment& moment : optimiser_->moments()) {
        const auto copy = std::make_shared<const AlignedFloats>(moment.values.begin(), moment.values.end());
        state.moments.emplace_back(moment.name, views(copy));
    }
    return state;
}

void Trainer::restore(const TrainerState& state) {
    const auto fits = [&](const Weights& weights) {
        return std::ranges::equal(weights.parameters, weights_.parameters, [](const Parameter& a, const Parameter& b) {
            return a.name == b.name && a.shape == b.shape;
        });
    };
    const std::vector<Optimiser::Moment> moments = optimiser_->moments();
    if (!fits(state.weights)) throw Error("training: the kept weights are those of another model");
    if (moments.size() != state.moments.size())
        throw Error("training: what is kept of the optimizer is not that of " + std::string(options_.optimiser->title));
    for (std::size_t m = 0; m < moments.size(); ++m)
        if (moments[m].name != state.moments[m].first || !fits(state.moments[m].second))
            throw Error("training: the optimizer's " + std::string(moments[m].name) + " is not kept as it is needed");

    const auto fill = [&](float* memory, const Weights& from) {
        for (std::size_t p = 0; p < places_.size(); ++p)
            std::copy_n(from.parameters[p].data, places_[p].count, memory + places_[p].offset);
    };
    fill(values_->data(), state.weights);
    for (std::size_t m = 0; m < moments.size(); ++m) fill(moments[m].values.data(), state.moments[m].second);
    optimiser_->set_steps(state.optimiser_steps);
    random_ = Random(state.random);
    steps_done_ = state.steps_done;
}

void Trainer::measure_updates() {
    measures_updates_ = true;
    before_.resize(values_->size());
    updates_.resize(places_.size());
}

void Trainer::set(const TrainOptions& options) {
    check(options);
    options_ = options;
}

void Trainer::set_learning_rate(double peak) {
    TrainOptions options = options_;
    options.learning_rate = peak;
    set(options);
}

void Trainer::set_clip(double largest_norm) {
    TrainOptions options = options_;
    options.clip = largest_norm;
    set(options);
}

void Trainer::set_batch(int texts) {
    TrainOptions options = options_;
    options.batch = texts;
    set(options);
    samples_.resize(static_cast<std::size_t>(texts));
    cache_.clear();  // recorded for as many texts as before
}

}  // namespace glassformer
