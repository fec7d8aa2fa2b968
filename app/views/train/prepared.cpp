#include "app/views/train/prepared.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace glassformer {

namespace {

constexpr std::size_t most_prepared = 2;         // each keeps the weights of its steps
constexpr auto unseen = std::chrono::hours(24);  // nobody looks on, so nobody is woken for a step

bool makes(const PreparedTraining& made, const WantedTraining& wanted) {
    return made.state == wanted.state && made.step == wanted.step && made.row == wanted.page;
}

}  // namespace

bool PreparedTrainings::follow(std::span<const WantedTraining> wanted, bool may_begin) {
    wanted = wanted.first(std::min(wanted.size(), most_prepared));
    for (auto one = trainings_.begin(); one != trainings_.end();) {
        if (std::ranges::any_of(wanted, [&](const WantedTraining& other) { return makes(*one, other); })) {
            ++one;
            continue;
        }
        end(std::move(*one));
        one = trainings_.erase(one);
    }
    for (const WantedTraining& one : wanted) {
        auto found = std::ranges::find_if(trainings_, [&](const PreparedTraining& made) { return makes(made, one); });
        if (found == trainings_.end()) {
            if (!may_begin) return false;
            PreparedTraining& made = trainings_.emplace_back();
            made.state = one.state;
            made.step = one.step;
            made.run = std::make_unique<TrainRun>(services_.wake);
            made.run->begin(one.state);
            made.row = one.page;
            if (one.page != nullptr) {
                made.page = one.page->make(services_);
                made.page->load(*one.values);
            }
            found = std::prev(trainings_.end());
        }
        if (!advance(*found)) return false;
    }
    return true;
}

/// True once there is nothing left to be done.
bool PreparedTrainings::advance(PreparedTraining& training) const {
    TrainRun& run = *training.run;
    if (!run.exists()) return true;  // its settings make no sense: said where it is shown
    run.session().wake_after(unseen);
    run.follow(false);
    const TrainingSession::Snapshot& now = run.shown();
    const bool reached = (now.steps_done >= training.step && !now.busy) || run.ended();
    if (reached)
        run.look_at(training.step);
    else if (!now.busy)
        run.step(training.step - now.steps_done);
    if (training.page) return training.page->prepare(run, {.step = training.step, .reached = reached});
    return reached;
}

PreparedTraining PreparedTrainings::take(const TrainState& state) {
    const auto found = std::ranges::find(trainings_, state, &PreparedTraining::state);
    if (found == trainings_.end()) return {};
    PreparedTraining taken = std::move(*found);
    trainings_.erase(found);
    if (taken.run->exists()) taken.run->session().wake_after(std::chrono::milliseconds(0));
    return taken;
}

}  // namespace glassformer
