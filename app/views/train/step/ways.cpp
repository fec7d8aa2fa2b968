#include "app/views/train/step/ways.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/views/train/step/losses.h"
#include "core/base/failure.h"
#include "core/train/memory.h"

namespace glassformer {

namespace {

double bytes_of_step(const ModelConfig& config, const BatchLength& length, int texts, int accumulate, bool checkpoint) {
    return training_memory(config, {.batch = texts,
                                    .seq_len = length.seq_len,
                                    .target_len = length.target_len,
                                    .accumulate = accumulate,
                                    .checkpoint = checkpoint})
        .total();
}

/// Each text in a batch of its own, as long as itself.
StepWay texts_alone(const StepUnderGlass& glass, const std::atomic<bool>& stopped) {
    StepWay way{.kind = StepWay::Kind::alone, .error = {}};
    const StepLosses together = losses_of(glass.plan(), glass.weights_before(), glass.texts());
    const BatchLength all = longest(glass.texts());
    double places = 0, tokens = 0, largest = 0;
    for (std::size_t i = 0; i < glass.texts().size() && !stopped; ++i) {
        const std::span<const Sample> one = glass.texts().subspan(i, 1);
        const BatchLength length = longest(one);
        places += all.seq_len + all.target_len;
        tokens += length.seq_len + length.target_len;
        largest = std::max(largest, bytes_of_step(glass.plan().config, length, 1, 1, false));
        const StepLosses alone = losses_of(glass.plan(), glass.weights_before(), one);
        for (const LabeledPosition& position : alone.positions) {
            const double theirs = together.find(static_cast<int>(i), position.position)->loss;
            way.loss_difference = std::max(way.loss_difference, std::abs(theirs - position.loss));
            way.largest_loss = std::max(way.largest_loss, theirs);
        }
    }
    way.padding = 1 - tokens / places;
    way.bytes = largest;
    way.bytes_before = bytes_of_step(glass.plan().config, all, static_cast<int>(glass.texts().size()), 1, false);
    return way;
}

StepWay other_options(const StepUnderGlass& glass, const TrainingState& before, StepWay::Kind kind) {
    StepWay way{.kind = kind, .error = {}};
    TrainingPlan plan = glass.plan();
    const int usual = plan.options.accumulate;
    if (kind == StepWay::Kind::halves)
        plan.options.accumulate = 2 * usual;
    else
        plan.options.checkpoint = !plan.options.checkpoint;
    const auto texts = static_cast<int>(glass.texts().size());
    const BatchLength length = longest(glass.texts());
    way.bytes = bytes_of_step(plan.config, length, texts, plan.options.accumulate, plan.options.checkpoint);
    way.bytes_before = bytes_of_step(plan.config, length, texts, usual, glass.plan().options.checkpoint);
    TrainingState state = before;
    state.plan = std::make_shared<const TrainingPlan>(std::move(plan));
    const StepUnderGlass other(std::move(state));
    way.loss_difference = std::abs(other.step().loss - glass.step().loss);
    way.largest_loss = glass.step().loss;
    const auto& parameters = glass.weights_before().parameters;
    for (std::size_t p = 0; p < parameters.size(); ++p)
        for (std::size_t i = 0; i < parameters[p].shape.count(); ++i) {
            const double one = glass.update_of(p, i).gradient, two = other.update_of(p, i).gradient;
            way.gradient_difference = std::max(way.gradient_difference, std::abs(one - two));
            way.largest_gradient = std::max(way.largest_gradient, std::abs(one));
        }
    return way;
}

}  // namespace

StepWays same_numbers(const StepUnderGlass& glass, const TrainingState& before, const std::atomic<bool>& stopped) {
    StepWays ways;
    for (const StepWay::Kind kind : {StepWay::Kind::alone, StepWay::Kind::halves, StepWay::Kind::checkpoints}) {
        if (stopped) break;
        try {
            ways.push_back(kind == StepWay::Kind::alone ? texts_alone(glass, stopped)
                                                        : other_options(glass, before, kind));
        } catch (const std::exception& error) {
            ways.push_back({.kind = kind, .error = sentence_of(error)});
        }
    }
    return ways;
}

}  // namespace glassformer
