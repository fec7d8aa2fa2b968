// The trainings of a comparison: a session each, which make their steps side by side, the step that is looked at in all
// of them, and what their models make of the example there.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "app/views/shared/background.h"
#include "app/views/train/comparison/reading.h"
#include "core/train/laboratory/contrasts.h"
#include "core/train/laboratory/training_session.h"

namespace glassformer {

class ComparedRuns {
public:
    explicit ComparedRuns(std::function<void()> wake) : wake_(std::move(wake)) {}
    ~ComparedRuns();
    ComparedRuns(const ComparedRuns&) = delete;
    ComparedRuns& operator=(const ComparedRuns&) = delete;

    /// Prepares the trainings of all variants; those before end beside it. The error of what makes no sense is error().
    void begin(const Contrast& contrast, std::uint64_t seed);
    /// Ends all trainings; does not wait for their last steps.
    void end();
    bool begun() const { return !runs_.empty(); }
    const std::string& error() const { return error_; }

    void start();
    /// After the steps under way; those that are behind make as many as the others.
    void pause();
    /// Takes over what is new and has the example read at the step looked at. Call once a frame.
    void follow();
    /// Something is under way that ends by itself soon.
    bool settling() const;
    /// running where one runs, ready where none has begun, paused where one can go on; else as the first one ended.
    TrainingPhase phase() const;

    struct Run {
        std::string label;
        std::vector<std::string> own;  // parameters that the first run has not
        TrainingSession::Snapshot shown;
        bool by_loss = false;     // Contrast::by_loss
        ComparedReading reading;  // of looked_at(), or of the step before while that is being read
    };
    std::span<const Run> runs() const { return runs_; }

    /// Steps whose weights all runs have, ascending. A run that ended before the others is looked at where it ended.
    const std::vector<int>& kept_steps() const { return kept_; }
    int looked_at() const;
    void look_at(int step);  // the nearest one that is kept; behind the last one: the newest
    void look_at_newest() { looked_ = -1; }

private:
    struct Pace;
    void keep_together();
    void read();

    std::function<void()> wake_;
    std::vector<Run> runs_;
    std::vector<std::unique_ptr<TrainingSession>> sessions_;  // by run
    std::shared_ptr<Pace> pace_;
    int continued_ = 0;  // tokens of the example
    std::string error_;
    std::vector<int> kept_;
    int looked_ = -1;       // −1: the newest
    bool pausing_ = false;  // until all have made the same steps

    mutable std::mutex mutex_;
    std::vector<ComparedReading> readings_;  // by run
    std::vector<const Weights*> read_;       // that they were, or are being read with; as names alone
    int round_ = 0;                          // of begin(): what was read for the one before is not taken over

    std::vector<std::unique_ptr<TrainingSession>> retired_;
    Background ending_, reading_;  // last: they end before what they write
};

}  // namespace glassformer
