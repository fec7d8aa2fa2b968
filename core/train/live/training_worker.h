// What a session's thread owns and does: the trainer, what is kept of it, and the snapshot that is handed out next. No
// other thread touches it.
#pragma once

#include "core/train/live/training_session.h"

namespace glassformer {

struct TrainingSession::Work {
    Work(const Options& options, Snapshot start) : options_(options), snapshot_(std::move(start)) {}

    /// The plan's beginning, or where the state was kept. What is wrong is said by the snapshot.
    void begin(std::optional<TrainingState> state);

    const TrainingPlan& plan() const { return *snapshot_.plan; }
    const Snapshot& snapshot() const { return snapshot_; }
    bool running() const { return snapshot_.phase == TrainingPhase::running; }

    /// Does the command; why it could not be done becomes the snapshot's message. `answered`: the message of the one
    /// before goes.
    void attempt(const std::function<void(Work&)>& command, bool answered);
    void make_step();
    std::optional<Clock::time_point> autosave_due() const;  // nothing where there is nothing to save
    bool save_if_due();                                     // true where it was tried
    void save_unsaved();                                    // what the autosave's file does not hold yet

    // --- commands
    void start();
    void pause();
    void step(int steps);
    void change(Changed what, double value);
    void reset(std::uint64_t seed);
    void publish_weights();
    void publish_state();
    void save(const std::filesystem::path& path);
    void autosave(const std::filesystem::path& path, double seconds);

private:
    void clear();
    void resume(TrainingState state);
    bool may_continue() const;
    void expect_more() const;  // throws Error where no step can follow
    std::uint64_t free_memory() const;
    TrainingState state() const;
    Saved written(const std::filesystem::path& path) const;
    void stop(TrainingPhase phase);
    void fail(TrainingPhase phase, const std::string& sentence);
    void keep_weights();
    void measure_held_out();
    void count_time(double seconds);
    Clock::duration between_saves() const;

    const Options& options_;
    Snapshot snapshot_;
    std::unique_ptr<Trainer> trainer_;  // null where it could not be made
    TrainingLog log_;
    std::shared_ptr<WeightHistory> history_;
    std::unique_ptr<HeldOutSamples> held_out_;  // reads the trainer's weights; null before it is asked for
    int to_go_ = 0;                           // steps that were asked for, while it runs
    bool to_the_end_ = false;                 // … all that are left

    double recent_seconds_ = 0;  // since the pace was last measured
    int recent_steps_ = 0;

    std::filesystem::path autosave_path_;  // empty: none
    double autosave_seconds_ = 0;
    Clock::time_point tried_{};  // to save by itself
    bool unsaved_ = false;       // the autosave's file lacks a step or a change
};

}  // namespace glassformer
