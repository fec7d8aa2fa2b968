// Trainings of a lesson's later steps, made beside what is shown: each is trained to its step, and where its scene
// shows a page that takes long, as the loss surface does, that is computed too. What comes of it is the same as if it
// were made when it is shown.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <utility>

#include "app/views/shared/view.h"
#include "app/views/train/run/page.h"
#include "core/base/destroy_in_background.h"

namespace glassformer {

struct WantedTraining {
    TrainState state;
    int step = 0;  // that it is trained to
    // The page that takes long, of the scene that shows it, and what the scene saves; null: none does.
    const TrainPageRow* page = nullptr;
    const ViewValues* values = nullptr;
};

struct PreparedTraining {
    TrainState state{};
    std::unique_ptr<TrainRun> run{};  // null: there is none
    const TrainPageRow* row = nullptr;
    std::unique_ptr<TrainPage> page{};  // null: no scene shows one that takes long
    int step = 0;
};

class PreparedTrainings {
public:
    explicit PreparedTrainings(TrainPageServices services) : services_(std::move(services)) {}
    /// Goes on with the first of them that is not there yet; what was made for others is let go. Call once a frame.
    /// True once all that is made beforehand is there.
    bool follow(std::span<const WantedTraining> wanted, bool may_begin);
    /// The one of these settings, whether it is done or not.
    PreparedTraining take(const TrainState& state);
    std::size_t count() const { return trainings_.size(); }
    /// It ends on a thread of its own: that takes as long as what it is doing.
    void end(PreparedTraining training) { destroy_in_background_(std::move(training)); }

private:
    bool advance(PreparedTraining& training) const;

    TrainPageServices services_;
    std::deque<PreparedTraining> trainings_;
    DestroyInBackground destroy_in_background_;
};

}  // namespace glassformer
