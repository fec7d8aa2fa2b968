#include "core/train/live/trained_steps.h"

#include <algorithm>
#include <charconv>

#include "core/base/error.h"
#include "core/train/live/kept_model.h"

namespace glassformer {

namespace {

constexpr std::string_view before_run = "training/", before_step = "/step ";

}  // namespace

std::string TrainedSteps::name_of(const Step& step) {
    return std::string(before_run) + step.run + std::string(before_step) + std::to_string(step.step);
}

std::optional<TrainedSteps::Step> TrainedSteps::step_of(std::string_view model) {
    if (!model.starts_with(before_run)) return std::nullopt;
    model.remove_prefix(before_run.size());
    const std::size_t at = model.rfind(before_step);
    if (at == std::string_view::npos || at == 0) return std::nullopt;
    const std::string_view digits = model.substr(at + before_step.size());
    Step step{.run = std::string(model.substr(0, at))};
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), step.step);
    if (error != std::errc{} || end != digits.data() + digits.size() || step.step < 0) return std::nullopt;
    return step;
}

std::string TrainedSteps::enter(std::shared_ptr<const TrainingPlan> plan, std::shared_ptr<const WeightHistory> history,
                                const std::string& title) {
    const std::lock_guard lock(mutex_);
    std::string name = (title.empty() ? std::string(plan->task.name) + " " : title + ", run ");
    name += std::to_string(++entered_);
    runs_.push_back({name, {.plan = std::move(plan), .history = std::move(history)}});
    if (runs_.size() > most_runs) runs_.pop_front();
    return name;
}

void TrainedSteps::give_up(const std::string& run) {
    const std::lock_guard lock(mutex_);
    std::erase_if(runs_, [&](const Entry& entry) { return entry.name == run; });
    const std::string steps = std::string(before_run) + run + std::string(before_step);
    std::erase_if(offered_, [&](const Offered& step) { return step.name.starts_with(steps); });
}

std::string TrainedSteps::offer(const std::string& run, const WeightHistory::Kept& kept) {
    std::string name = name_of({.run = run, .step = kept.step});
    const std::lock_guard lock(mutex_);
    offered_.push_back({name, kept.weights});
    if (offered_.size() > most_offered) offered_.pop_front();
    return name;
}

std::optional<TrainedSteps::Run> TrainedSteps::run(const std::string& name) const {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(runs_, name, &Entry::name);
    return found == runs_.end() ? std::nullopt : std::optional(found->run);
}

std::shared_ptr<const Model> TrainedSteps::open(std::string_view model) const {
    const std::optional<Step> wanted = step_of(model);
    if (!wanted) return nullptr;
    const std::string step = "step " + std::to_string(wanted->step);
    const std::optional<Run> of = run(wanted->run);
    if (!of)
        throw Error(step + " of the training “" + wanted->run +
                    "” is gone: a window keeps the steps of the last trainings that it opened, until it is closed");
    std::shared_ptr<const Weights> weights = of->history->at(wanted->step);
    if (!weights) {
        const std::lock_guard lock(mutex_);
        const auto found = std::ranges::find(offered_, model, &Offered::name);
        if (found != offered_.end()) weights = found->weights;
    }
    if (!weights) throw Error("the weights of " + step + " are no longer kept: look at another step of the training");
    return std::make_shared<const Model>(model_at_step(*of->plan, *weights, wanted->step));
}

}  // namespace glassformer
