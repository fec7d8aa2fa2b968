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
StepVariant texts_alone(const StepInspection& inspection, const std::atomic<bool>& stopped) {
    StepVariant variant{.kind = StepVariant::Kind::padding, .texts = static_cast<int>(inspection.texts().size())};
    const ModelConfig& config = inspection.plan().config;
    const StepLosses together = losses_of(inspection);
    const BatchLength all = longest(inspection.texts());
    double places = 0, tokens = 0;
    for (std::size_t i = 0; i < inspection.texts().size() && !stopped; ++i) {
        const std::span<const Sample> one = inspection.texts().subspan(i, 1);
        const BatchLength length = longest(one);
        places += all.seq_len + all.target_len;
        tokens += length.seq_len + length.target_len;
        variant.bytes_thrifty = std::max(variant.bytes_thrifty, bytes_of_step(config, length, 1, inspection.options()));
        for (const LabelledPosition& position :
             losses_of(inspection.plan(), inspection.weights_before(), one).positions) {
            const double theirs = together.find(static_cast<int>(i), position.position)->loss;
            variant.difference = std::max(variant.difference, std::abs(theirs - position.loss));
            variant.largest = std::max(variant.largest, theirs);
            ++variant.numbers;
        }
    }
    variant.padding = places > 0 ? 1 - tokens / places : 0;
    variant.bytes_plain = bytes_of_step(config, all, variant.texts, inspection.options());
    return variant;
}

void compare_gradients(const StepInspection& inspection, const StepInspection& other, StepVariant& variant) {
    variant.loss_difference = std::abs(other.step().loss - inspection.step().loss);
    for (std::size_t p = 0; p < inspection.weights_before().parameters.size(); ++p) {
        const std::span<const float> one = inspection.gradient(p), two = other.gradient(p);
        variant.numbers += one.size();
        for (std::size_t i = 0; i < one.size(); ++i) {
            const auto a = static_cast<double>(one[i]), b = static_cast<double>(two[i]);
            variant.difference = std::max(variant.difference, std::abs(a - b));
            variant.largest = std::max(variant.largest, std::abs(a));
        }
    }
}

/// What the run has and the other way has not, or the other way round.
StepVariant other_options(const StepInspection& inspection, const TrainingState& before, StepVariant::Kind kind,
                          std::uint64_t free) {
    StepVariant variant{.kind = kind, .texts = static_cast<int>(inspection.texts().size())};
    TrainingPlan plan = inspection.plan();
    plan.options = inspection.options();  // with what was changed since
    TrainOptions &options = plan.options, thrifty = plan.options, plain = plan.options;
    if (kind == StepVariant::Kind::accumulation) {
        plain.accumulate = 1;
        thrifty.accumulate = std::max(options.accumulate, std::min(2, options.batch));
        variant.step_is_thrifty = micro_batches_of(options) > 1;
        variant.micro_batches = micro_batches_of(thrifty);
    } else {
        plain.checkpoint = false;
        thrifty.checkpoint = true;
        variant.step_is_thrifty = options.checkpoint;
    }
    const BatchLength length = longest(inspection.texts());
    variant.bytes_plain = bytes_of_step(plan.config, length, variant.texts, plain);
    variant.bytes_thrifty = bytes_of_step(plan.config, length, variant.texts, thrifty);
    if (kind == StepVariant::Kind::accumulation && variant.micro_batches == 1) return variant;
    options = variant.step_is_thrifty ? plain : thrifty;
    TrainingState state = before;
    state.plan = std::make_shared<const TrainingPlan>(std::move(plan));
    state.changes.clear();
    compare_gradients(inspection, StepInspection(std::move(state), free), variant);
    return variant;
}

}  // namespace

int micro_batches_of(const TrainOptions& options) {
    const int at_once = (options.batch + options.accumulate - 1) / options.accumulate;
    return (options.batch + at_once - 1) / at_once;
}

StepVariants step_variants(const StepInspection& inspection, const TrainingState& before,
                           const std::atomic<bool>& stopped, std::uint64_t free) {
    StepVariants variants;
    for (const StepVariant::Kind kind :
         {StepVariant::Kind::padding, StepVariant::Kind::accumulation, StepVariant::Kind::checkpoints}) {
        if (stopped) break;
        try {
            variants.push_back(kind == StepVariant::Kind::padding ? texts_alone(inspection, stopped)
                                                                  : other_options(inspection, before, kind, free));
        } catch (const std::exception& error) {
            variants.push_back({.kind = kind, .error = sentence_of(error)});
        }
    }
    return variants;
}

}  // namespace glassformer
