// The trainings of a window as models: each step whose weights are kept has a name, and can be opened by it wherever a
// model can.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/model.h"
#include "core/train/live/training_plan.h"
#include "core/train/live/weight_history.h"

namespace glassformer {

class TrainedSteps {
public:
    /// Enters a run and names it: "coreference 2", or with a title "RoPE, run 2". The oldest ones are given up, so that
    /// their weights can go.
    std::string enter(std::shared_ptr<const TrainingPlan> plan, std::shared_ptr<const WeightHistory> history,
                      const std::string& title = {});
    /// Before its time: its steps cannot be opened any more.
    void give_up(const std::string& run);

    /// What Inputs::model says of a step: "training/coreference 2/step 240".
    struct Step {
        std::string run;
        int step = 0;
        bool operator==(const Step&) const = default;
    };
    static std::string name_of(const Step& step);
    static std::optional<Step> step_of(std::string_view model);  // nothing for a model of another kind

    /// The name of that step, whose weights stay until another few are offered: it is about to be opened, and the
    /// history may give them up meanwhile.
    std::string offer(const std::string& run, const WeightHistory::Kept& kept);
    /// The model with the weights of that step; null for a name of another kind. Throws Error where there is no such
    /// training any more, or its history has given that step up.
    std::shared_ptr<const Model> open(std::string_view model) const;

    struct Run {
        std::shared_ptr<const TrainingPlan> plan;
        std::shared_ptr<const WeightHistory> history;
    };
    std::optional<Run> run(const std::string& name) const;  // nothing where it was given up

private:
    static constexpr std::size_t most_runs = 4, most_offered = 4;
    struct Entry {
        std::string name;
        Run run;
    };
    struct Offered {
        std::string name;
        std::shared_ptr<const Weights> weights;
    };
    mutable std::mutex mutex_;
    std::deque<Entry> runs_;
    std::deque<Offered> offered_;
    int entered_ = 0;
};

}  // namespace glassformer
