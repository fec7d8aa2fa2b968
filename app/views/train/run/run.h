// The training that the view shows: the session in the core, the step that is looked at, and the task's example read
// with the weights of that step.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/views/train/run/state.h"
#include "core/base/destroy_in_background.h"
#include "core/base/latest.h"
#include "core/session/evaluation.h"
#include "core/train/live/training_session.h"

namespace glassformer {

class TrainRun {
public:
    explicit TrainRun(std::function<void()> wake) : wake_(std::move(wake)) {}
    /// Begins the training of these settings anew; its worker prepares it, and the one before ends beside it. The error
    /// of settings that make no sense is error() until the next begin().
    void begin(const TrainState& state);
    void begin(TrainingPlan plan);
    /// Goes on where a training was kept; `texts`: files, one of which it learns if it does not make its texts itself.
    /// Returns that one, or "". Throws Error as read_training() does; the one before stays then.
    std::string resume(const std::filesystem::path& file, const std::vector<std::filesystem::path>& texts);
    /// A change was asked for and is not answered yet.
    bool changing() const { return changes_expected_ > 0; }
    bool exists() const { return session_ != nullptr; }
    const std::string& error() const { return error_; }

    TrainingSession& session() { return *session_; }
    /// So many steps a second at most, of this run and those that are begun; 0: as fast as it can.
    void pace(double steps_per_second);
    void start();
    // settling() until it is done:
    void step(int steps = 1);
    void pause();
    void change(Changed what, double value);
    /// It runs, or was told to and has not answered yet.
    bool running() const { return runs_; }
    /// No step can follow: all are done, or it diverged or failed.
    bool ended() const;
    /// No step is done and none was asked for: what is changed now is its beginning.
    bool untouched() const { return snapshot_.steps_done == 0 && !runs_ && !awaits_; }
    /// Its settings as its next step has them.
    TrainOptions options_now() const;
    /// What the session shows, as of the last follow().
    const TrainingSession::Snapshot& shown() const { return snapshot_; }
    /// Takes over what is new and, where it `reads`, has the example read with the weights that are looked at. Call
    /// once a frame.
    void follow(bool reads = true);
    /// Something is under way that ends by itself soon: a step that was asked for, the example being read.
    bool settling() const;

    // --- the step that is looked at: one of those whose weights are kept
    int looked_at() const;  // steps done with these weights
    bool at_newest() const { return looked_ < 0; }
    void look_at(int step);  // the nearest one that is kept; behind the last one: the newest
    void look_at_newest() { looked_ = -1; }
    /// The kept step so many before (< 0) or behind the one looked at.
    void look_at_next(int by);
    std::vector<int> kept_steps() const;  // ascending; empty before the first

    /// Of the example with the weights of looked_at(), or of the step looked at before while that is being read.
    struct Reading {
        std::shared_ptr<const Evaluation> evaluation;  // null: none yet
        std::uint64_t generation = 0;                  // another one for every reading, and of no other picture
        int step = 0;                                  // whose weights it is of
        std::string error = {};                        // why it could not be read
    };
    Reading reading() const;
    /// The weights of looked_at(); null before the first.
    WeightHistory::Kept looked_weights() const;

private:
    void begin_with(std::unique_ptr<TrainingSession> session);
    void retire();

    std::function<void()> wake_;
    std::unique_ptr<TrainingSession> session_;
    TrainingSession::Snapshot snapshot_;
    std::string error_;
    double pace_ = 0;
    int looked_ = -1;  // −1: the newest
    bool wants_reading_ = true;
    bool awaits_ = false;               // the end of a single step, or of the one under way
    std::size_t changes_expected_ = 0;  // the snapshot has so many once it is answered; 0: none was asked for
    bool runs_ = false;                 // as of the last command; what the session says once it has done it

    DestroyInBackground destroy_in_background_;              // of sessions before this one
    Latest<std::shared_ptr<const Weights>, Reading> reads_;  // by the weights
};

}  // namespace glassformer
