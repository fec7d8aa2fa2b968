// The trainings of a comparison: a session each, which make their steps side by side, the step that is looked at in all
// of them, and what their models make of the example there.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "core/base/background.h"
#include "core/train/comparison/compared_reading.h"
#include "core/train/comparison/contrasts.h"
#include "core/train/comparison/equal_pace.h"

namespace glassformer {

class ComparedRuns {
public:
    struct Options {
        std::function<void()> wake = [] {};                   // called on other threads: something is new
        std::size_t history_bytes = std::size_t{96}
                                    << 20U;  // for the weights of all runs' steps; two of each run always
        std::function<std::uint64_t()> free_memory = {};      // bytes; empty: what the system says
        std::function<void(std::size_t run, int step)> before_step = {};  // for tests: slows a run down
    };
    explicit ComparedRuns(Options options) : options_(std::move(options)) {}
    ~ComparedRuns();
    ComparedRuns(const ComparedRuns&) = delete;
    ComparedRuns& operator=(const ComparedRuns&) = delete;

    // --- one thread
    /// Prepares the trainings of all variants; those before end beside it. The error of what makes no sense, or of what
    /// this machine has no memory for, is error().
    void begin(const Contrast& contrast, std::uint64_t seed);
    /// Ends all trainings; does not wait for their last steps.
    void end();
    bool exists() const { return !runs_.empty(); }
    const std::string& error() const { return error_; }

    void start();
    /// All after one and the same step (EqualPace), soon.
    void pause();
    /// Takes over what is new and has the example read at the step looked at. Call once a frame; how the trainings go
    /// does not depend on it.
    void follow();
    /// TrainingSession::wake_after() of all of them.
    void wake_after(std::chrono::milliseconds pause) {
        for (const auto& session : sessions_) session->wake_after(pause);
    }
    /// TrainingSession::pace() of all of them, and of those that are begun later.
    void pace(double steps_per_second) {
        steps_per_second_ = steps_per_second;
        for (const auto& session : sessions_) session->pace(steps_per_second);
    }
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
    /// The nearest one that is kept; behind the last one: the newest.
    void look_at(int step);
    void look_at_newest() { looked_ = -1; }
    int chosen_step() const { return looked_; }  // by look_at(); −1: the newest

private:
    void read();

    Options options_;
    std::vector<Run> runs_;
    std::shared_ptr<EqualPace> pace_;                         // of sessions_, and of what they call
    std::vector<std::unique_ptr<TrainingSession>> sessions_;  // by run
    int continued_ = 0;                                       // tokens of the example
    std::string error_;
    std::vector<int> kept_;
    int looked_ = -1;       // −1: the newest
    double steps_per_second_ = 0;
    bool pausing_ = false;  // until none runs

    mutable std::mutex mutex_;
    std::vector<ComparedReading> readings_;  // by run
    std::vector<const Weights*> read_;       // that they were, or are being read with; as names alone
    int round_ = 0;                          // of begin(): what was read for the one before is not taken over

    std::vector<std::unique_ptr<TrainingSession>> retired_;
    Background ending_, reading_;  // last: they end before what they write
};

}  // namespace glassformer
