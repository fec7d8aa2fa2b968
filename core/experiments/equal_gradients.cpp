#include "core/experiments/equal_gradients.h"

#include <algorithm>
#include <memory>

#include "core/base/error.h"
#include "core/train/train_task.h"

namespace glassformer {

namespace {

constexpr int tiny_blocks = 4, tiny_width = 32;

struct FirstStep {
    StepResult result;
    StepVariants variants;
};

FirstStep first_step(const TinyStep& setting, const std::atomic<bool>& stopped) {
    const auto plan = std::make_shared<const TrainingPlan>(tiny_plan(setting));
    std::atomic<int> done = 0;
    const TrainingState state = replayed_state(plan, {}, 0, stopped, done);
    FirstStep step{.result = make_step(state), .variants = {}};
    if (!step.result.inspection) throw Error(step.result.error);
    step.variants = step_variants(*step.result.inspection, state, stopped);
    return step;
}

StepVariant variant_of(const FirstStep& step, StepVariant::Kind kind) {
    const auto found = std::ranges::find(step.variants, kind, &StepVariant::kind);
    StepVariant variant = found == step.variants.end() ? StepVariant{.kind = kind} : *found;
    if (!variant.error.empty()) throw Error(variant.error);
    return variant;
}

}  // namespace

TrainingPlan tiny_plan(const TinyStep& setting) {
    TrainRequest request;
    request.task = "induction";
    request.n_layers = tiny_blocks;
    request.d_model = tiny_width;
    request.d_ff = 4 * tiny_width;
    request.architecture = R"({"mlp": true})";
    request.batch = std::clamp(setting.batch, 1, tiny_batch_most);
    request.accumulate = std::clamp(setting.micro, 1, *request.batch);
    return training_plan(request);
}

EqualGradients equal_gradients(const TinyStep& setting, const std::atomic<bool>& stopped) {
    const int batch = std::clamp(setting.batch, 1, tiny_batch_most);
    const FirstStep whole = first_step({.batch = batch, .micro = 1}, stopped);
    EqualGradients equal{.blocks = whole.result.inspection->plan().config.n_layers,
                         .d_model = whole.result.inspection->plan().config.d_model,
                         .texts = batch,
                         .tokens = longest(whole.result.inspection->texts()).seq_len,
                         .first = whole.result.inspection->texts().front(),
                         .accumulation = {.kind = StepVariant::Kind::accumulation},
                         .checkpoints = {.kind = StepVariant::Kind::checkpoints}};
    if (stopped) return equal;
    equal.checkpoints = variant_of(whole, StepVariant::Kind::checkpoints);
    const int micro = std::clamp(setting.micro, 1, batch);
    // Of two micro-batches and none the first step has both; more are the step itself, beside none.
    equal.accumulation =
        micro <= 2 ? variant_of(whole, StepVariant::Kind::accumulation)
                   : variant_of(first_step({.batch = batch, .micro = micro}, stopped), StepVariant::Kind::accumulation);
    return equal;
}

}  // namespace glassformer
