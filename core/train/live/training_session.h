// A training beside the window: on a thread of its own, which ends while there is nothing to do, told what to do by
// commands that never wait, seen through snapshots that nobody changes any more. Nobody who looks on changes a bit of
// what is trained: an untouched session ends in the weights of the command line.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/train/live/training_records.h"
#include "core/train/live/training_state.h"
#include "core/train/live/weight_history.h"

namespace glassformer {

/// ready: no step is done yet; paused: some are. finished: all steps of the plan are done. diverged: the next step has
/// a loss or a gradient that is no finite number. failed: the training cannot go on for another reason.
enum class TrainingPhase : std::uint8_t { ready, running, paused, finished, diverged, failed };

class TrainingSession {
public:
    struct Options {
        std::function<void()> wake =
            {};                      // called on the worker when something new can be shown, 20 times a second at most
        ThreadPool* pool = nullptr;  // used by the worker alone; null: parts run one after the other, same bits
        std::size_t history_bytes = 0;  // the most that weights of earlier steps take; 0: WeightHistory::usual_budget()
        std::function<void(int step)> before_step = {};       // for tests: slows the training down
        std::function<std::uint64_t()> free_memory = {};      // bytes; empty: what the system says
    };
    /// Throws Error where the plan's options make no sense or the history's memory holds no two copies of the weights.
    TrainingSession(TrainingPlan plan, Options options);
    /// Goes on where the state was kept; the steps to come have the bits that they would have had.
    TrainingSession(const TrainingState& state, Options options);
    /// Ends the training after the step under way. All other commands are still done, and where it saves by itself, it
    /// does so once more.
    ~TrainingSession();
    TrainingSession(const TrainingSession&) = delete;
    TrainingSession& operator=(const TrainingSession&) = delete;

    // --- commands (one thread): done in their order, all between the step under way and the next
    // What cannot be done is said by the snapshot's message.
    void start();  // to the end of the plan
    void pause();  // after the step under way
    /// So many, then pause; steps >= 1. Steps that are asked for before the last ones are done come behind them.
    void step(int steps = 1);
    /// From the next step on. A batch that this machine has no memory for is refused.
    void change(Changed what, double value);
    void reset();                    // the plan's beginning, without changes; not running
    void reset(std::uint64_t seed);  // the same from another seed
    void request_weights();          // publishes them as they are after the step under way
    void request_state();            // the same of all that the next step depends on
    /// Writes the whole state (training_file.h); the snapshot says what came of it.
    void save(const std::filesystem::path& path);
    /// From now on saves every so many seconds where something has changed since, at the end of the training and when
    /// the session is destroyed: a program that is killed loses no more than that. seconds > 0; an empty path: no
    /// longer. A run without a step or a change writes nothing, so that reset() alone leaves the file of the old one.
    void autosave(const std::filesystem::path& path, double seconds);

    /// So many steps a second at most, from now on; 0: as fast as it can. What is trained stays the same. Any thread.
    void pace(double steps_per_second);
    /// While the training runs, nobody is woken again before so long from now: what there is has just been drawn.
    /// Its pause and its end do not wait for it. Any thread.
    void wake_after(std::chrono::milliseconds pause) { not_before_ = Clock::now() + pause; }

    // --- results (any thread)
    struct Saved {
        std::filesystem::path path;
        int step = 0;       // steps done
        std::string error;  // why it could not be written; "" where it was
    };
    struct Snapshot {
        TrainingPhase phase = TrainingPhase::ready;
        bool busy = true;     // a step is under way or a command waits: wait() would
        std::string problem;  // of diverged and failed: one sentence
        std::string message;  // why the last command could not be done; "" where it was. Requests keep it
        int steps_done = 0, steps_planned = 0;
        double seconds = 0;           // spent training
        double steps_per_second = 0;  // while it trains, without the waiting of pace(); 0 before the first step
        TrainingRecords records;      // of all steps done
        /// Of the beginning and of every step whose weights the history was given; by step.
        std::shared_ptr<const std::vector<HeldOutRecord>> held_out;
        LossWithoutReading without_reading;
        std::shared_ptr<const TrainingPlan> plan;  // without the changes
        std::shared_ptr<const PartsOfModel> parts;
        std::shared_ptr<const std::vector<TrainingChange>> changes;  // in the order in which they were made
        std::shared_ptr<const Weights> weights;                      // the newest that were published; null at first
        int weights_step = 0;                                        // steps done with them
        std::shared_ptr<const WeightHistory> history;                // null at first
        std::shared_ptr<const TrainingState> state;  // the newest that was asked for; null at first and after reset()
        std::optional<Saved> saved;                  // the last try of save()
        std::optional<Saved> autosaved;              // … and of autosave()
    };
    Snapshot shown() const;
    /// Waits until every command is done and no step is under way. For tests and the command line.
    void wait() const;

private:
    using Clock = std::chrono::steady_clock;
    struct Work;
    struct Course;  // the worker's own, kept from one time that it works to the next
    struct Order {
        std::function<void(Work&)> command;
        bool answered = true;  // the message is about it; false: it keeps that of the command before
    };
    TrainingSession(std::shared_ptr<const TrainingPlan> plan, std::optional<TrainingState> state, Options options);
    void post(std::function<void(Work&)> command, bool answered = true);
    void work();
    void work_beside();

    Options options_;

    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    std::deque<Order> orders_;
    std::atomic<Clock::time_point> not_before_{Clock::time_point{}};  // see wake_after()
    bool idle_ = false, stop_ = false;
    bool working_ = false;  // there is a worker, which looks for orders before it ends
    double pace_ = 0;
    Snapshot snapshot_;
    std::optional<TrainingState> begun_with_;  // until the worker takes it up
    std::unique_ptr<Course> course_;
    std::thread worker_;
};

}  // namespace glassformer
