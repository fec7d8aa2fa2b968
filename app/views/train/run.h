// The training that the view shows: the session in the core, the step that is looked at, and the task's example read
// with the weights of that step.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/views/shared/background.h"
#include "app/views/train/state.h"
#include "core/session/evaluation.h"
#include "core/train/laboratory/training_session.h"

namespace glassformer {

class TrainRun {
public:
    explicit TrainRun(std::function<void()> wake) : wake_(std::move(wake)) {}
    /// Begins the training of these settings anew; its worker prepares it. The error of settings that make no sense is
    /// error() until the next begin().
    void begin(const TrainState& state);
    bool begun() const { return session_ != nullptr; }
    const std::string& error() const { return error_; }

    TrainingSession& session() { return *session_; }
    // settling() until it is done:
    void step();  // one
    void pause();
    /// What the session shows, as of the last follow().
    const TrainingSession::Snapshot& shown() const { return shown_; }
    /// Takes over what is new, and has the example read with the weights that are looked at. Call once a frame.
    void follow();
    /// Something is under way that ends by itself soon: a step that was asked for, the example being read.
    bool settling() const;

    // --- the step that is looked at: one of those whose weights are kept
    int looked_at() const;  // steps done with these weights
    bool at_newest() const { return looked_ < 0; }
    void look_at(int step);  // the nearest one that is kept
    void look_at_newest() { looked_ = -1; }
    /// The kept step so many before (< 0) or behind the one looked at.
    void look_beside(int by);
    std::vector<int> kept_steps() const;  // ascending; empty before the first

    /// Of the example with the weights of looked_at(), or of the step looked at before while that is being read.
    struct Reading {
        std::shared_ptr<const Evaluation> evaluation;  // null: none yet
        std::uint64_t generation = 3ULL << 60U;        // another one for every reading, and of no other picture
    };
    Reading reading() const;

private:
    std::function<void()> wake_;
    std::unique_ptr<TrainingSession> session_;
    TrainingSession::Snapshot shown_;
    std::string error_;
    int looked_ = -1;      // −1: the newest
    bool awaits_ = false;  // the end of a single step, or of the one under way

    mutable std::mutex mutex_;
    Reading reading_;
    std::shared_ptr<const Weights> read_;  // that it was, or is being read with
    Background work_;                      // last: it ends before what it writes
};

}  // namespace glassformer
