#include "core/experiments/equal_gradients.h"

#include <algorithm>
#include <memory>

#include "core/base/error.h"
#include "core/train/train_task.h"

namespace glassformer {

namespace {

constexpr int tiny_blocks = 4, tiny_width = 32;

struct FirstStep {
    StepResult made;
    StepVariants ways;
};

FirstStep first_step(const TinyStep& setting, const std::atomic<bool>& stopped) {
    const auto plan = std::make_shared<const TrainingPlan>(tiny_plan(setting));
    std::atomic<int> done = 0;
    const TrainingState state = replayed_state(plan, {}, 0, stopped, done);
    FirstStep step{.made = make_step(state), .ways = {}};
    if (!step.made.inspection) throw Error(step.made.error);
    step.ways = step_variants(*step.made.inspection, state, stopped);
    return step;
}

StepVariant way_of(const FirstStep& step, StepVariant::Kind kind) {
    const auto found = std::ranges::find(step.ways, kind, &StepVariant::kind);
    StepVariant way = found == step.ways.end() ? StepVariant{.kind = kind} : *found;
    if (!way.error.empty()) throw Error(way.error);
    return way;
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
    EqualGradients equal{.blocks = whole.made.inspection->plan().config.n_layers,
                         .d_model = whole.made.inspection->plan().config.d_model,
                         .texts = batch,
                         .tokens = longest(whole.made.inspection->texts()).seq_len,
                         .first = whole.made.inspection->texts().front(),
                         .accumulation = {.kind = StepVariant::Kind::accumulation},
                         .checkpoints = {.kind = StepVariant::Kind::checkpoints}};
    if (stopped) return equal;
    equal.checkpoints = way_of(whole, StepVariant::Kind::checkpoints);
    const int micro = std::clamp(setting.micro, 1, batch);
    // Of two micro-batches and none the first step has both; more are the step itself, beside none.
    equal.accumulation =
        micro <= 2 ? way_of(whole, StepVariant::Kind::accumulation)
                   : way_of(first_step({.batch = batch, .micro = micro}, stopped), StepVariant::Kind::accumulation);
    return equal;
}

}  // namespace glassformer
