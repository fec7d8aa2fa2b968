#include "core/train/step/step_result.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/failure.h"

namespace glassformer {

namespace {

WeightAt largest_update(const StepInspection& inspection) {
    const std::vector<Parameter>&from = inspection.weights_before().parameters,
          &to = inspection.weights_after().parameters;
    WeightAt at;
    float most = -1;
    for (std::size_t p = 0; p < from.size(); ++p)
        for (std::size_t i = 0; i < from[p].shape.count(); ++i) {
            const float by = std::abs(to[p].data[i] - from[p].data[i]);
            if (by <= most) continue;
            most = by;
            at = {.parameter = p, .index = i};
        }
    return at;
}

/// What lectures begin with: W_Q of the first block.
WeightAt first_to_show(const StepInspection& inspection) {
    const std::vector<Parameter>& parameters = inspection.weights_before().parameters;
    const auto query =
        std::ranges::find_if(parameters, [](const Parameter& one) { return one.name.ends_with("attn.q.weight"); });
    const auto matrix = std::ranges::find_if(parameters, [](const Parameter& one) { return one.shape.rank() >= 2; });
    const auto found = query != parameters.end() ? query : matrix != parameters.end() ? matrix : parameters.begin();
    const auto parameter = static_cast<std::size_t>(found - parameters.begin());
    const std::span<const float> gradient = inspection.gradient(parameter);
    const auto most = std::ranges::max_element(gradient, {}, [](float g) { return std::abs(g); });
    return {.parameter = parameter, .index = static_cast<std::size_t>(most - gradient.begin())};
}

}  // namespace

StepResult make_step(TrainingState before, std::uint64_t free) {
    StepResult made;
    try {
        made.inspection = std::make_shared<StepInspection>(std::move(before), free);
        made.losses = losses_of(*made.inspection);
        made.largest = largest_update(*made.inspection);
        made.begin_with = first_to_show(*made.inspection);
    } catch (const std::exception& error) {
        made.inspection = nullptr;
        made.error = sentence_of(error);
    }
    return made;
}

TrainingState replayed_state(const std::shared_ptr<const TrainingPlan>& plan, std::vector<TrainingChange> changes,
                             int steps, const std::atomic<bool>& stopped, std::atomic<int>& done, std::uint64_t free) {
    const std::unique_ptr<Trainer> trainer = trainer_of(plan, nullptr, free);
    auto next = changes.begin();
    const auto change = [&] {
        for (; next != changes.end() && next->step <= trainer->steps_done(); ++next) make(*next, *trainer);
    };
    while (trainer->steps_done() < steps && !stopped) {
        change();
        trainer->step();
        done = trainer->steps_done();
    }
    change();  // those that were made before the step that follows
    changes.erase(next, changes.end());
    return {.plan = plan,
            .changes = std::move(changes),
            .trainer = trainer->state(),
            .records = {},
            .held_out = {},
            .seconds = 0};
}

}  // namespace glassformer
