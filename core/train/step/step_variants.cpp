#include "core/train/step/step_variants.h"

#include <algorithm>
#include <cmath>

#include "core/base/failure.h"
#include "core/train/memory.h"

namespace glassformer {

namespace {

double bytes_of_step(const ModelConfig& config, const BatchLength& length, int texts, const TrainOptions& options) {
    return training_memory(config, {.batch = texts,
                                    .seq_len = length.seq_len,
                                    .target_len = length.target_len,
                                    .accumulate = std::min(options.accumulate, texts),
                                    .checkpoint = options.checkpoint})
        .total();
}

/// Each text in a batch of its own, as long as itself.
StepWay texts_alone(const StepUnderGlass& glass, const std::atomic<bool>& stopped) {
    StepWay way{.kind = StepWay::Kind::padding, .texts = static_cast<int>(glass.texts().size())};
    const ModelConfig& config = glass.plan().config;
    const StepLosses together = losses_of(glass);
    const BatchLength all = longest(glass.texts());
    double places = 0, tokens = 0;
    for (std::size_t i = 0; i < glass.texts().size() && !stopped; ++i) {
        const std::span<const Sample> one = glass.texts().subspan(i, 1);
        const BatchLength length = longest(one);
        places += all.seq_len + all.target_len;
        tokens += length.seq_len + length.target_len;
        way.bytes_thrifty = std::max(way.bytes_thrifty, bytes_of_step(config, length, 1, glass.options()));
        for (const LabeledPosition& position : losses_of(glass.plan(), glass.weights_before(), one).positions) {
            const double theirs = together.find(static_cast<int>(i), position.position)->loss;
            way.difference = std::max(way.difference, std::abs(theirs - position.loss));
            way.largest = std::max(way.largest, theirs);
            ++way.numbers;
        }
    }
    way.padding = places > 0 ? 1 - tokens / places : 0;
    way.bytes_plain = bytes_of_step(config, all, way.texts, glass.options());
    return way;
}

void compare_gradients(const StepUnderGlass& glass, const StepUnderGlass& other, StepWay& way) {
    way.loss_difference = std::abs(other.step().loss - glass.step().loss);
    for (std::size_t p = 0; p < glass.weights_before().parameters.size(); ++p) {
        const std::span<const float> one = glass.gradient(p), two = other.gradient(p);
        way.numbers += one.size();
        for (std::size_t i = 0; i < one.size(); ++i) {
            const auto a = static_cast<double>(one[i]), b = static_cast<double>(two[i]);
            way.difference = std::max(way.difference, std::abs(a - b));
            way.largest = std::max(way.largest, std::abs(a));
        }
    }
}

/// What the run has and the other way has not, or the other way round.
StepWay other_options(const StepUnderGlass& glass, const TrainingState& before, StepWay::Kind kind,
                      std::uint64_t free) {
    StepWay way{.kind = kind, .texts = static_cast<int>(glass.texts().size())};
    TrainingPlan plan = glass.plan();
    plan.options = glass.options();  // with what was changed since
    TrainOptions &options = plan.options, thrifty = plan.options, plain = plan.options;
    if (kind == StepWay::Kind::accumulation) {
        plain.accumulate = 1;
        thrifty.accumulate = std::max(options.accumulate, std::min(2, options.batch));
        way.step_is_thrifty = micro_batches_of(options) > 1;
        way.micro_batches = micro_batches_of(thrifty);
    } else {
        plain.checkpoint = false;
        thrifty.checkpoint = true;
        way.step_is_thrifty = options.checkpoint;
    }
    const BatchLength length = longest(glass.texts());
    way.bytes_plain = bytes_of_step(plan.config, length, way.texts, plain);
    way.bytes_thrifty = bytes_of_step(plan.config, length, way.texts, thrifty);
    if (kind == StepWay::Kind::accumulation && way.micro_batches == 1) return way;
    options = way.step_is_thrifty ? plain : thrifty;
    TrainingState state = before;
    state.plan = std::make_shared<const TrainingPlan>(std::move(plan));
    state.changes.clear();
    compare_gradients(glass, StepUnderGlass(std::move(state), free), way);
    return way;
}

}  // namespace

int micro_batches_of(const TrainOptions& options) {
    const int at_once = (options.batch + options.accumulate - 1) / options.accumulate;
    return (options.batch + at_once - 1) / at_once;
}

StepWays other_ways(const StepUnderGlass& glass, const TrainingState& before, const std::atomic<bool>& stopped,
                    std::uint64_t free) {
    StepWays ways;
    for (const StepWay::Kind kind : {StepWay::Kind::padding, StepWay::Kind::accumulation, StepWay::Kind::checkpoints}) {
        if (stopped) break;
        try {
            ways.push_back(kind == StepWay::Kind::padding ? texts_alone(glass, stopped)
                                                          : other_options(glass, before, kind, free));
        } catch (const std::exception& error) {
            ways.push_back({.kind = kind, .error = sentence_of(error)});
        }
    }
    return ways;
}

}  // namespace glassformer
