// What is shown is a function of what was put in. Inputs is a plain value with a text form; a session evaluates it on
// one worker thread and hands out finished evaluations, which nobody changes any more. The interface never waits.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/base/progress.h"
#include "core/session/evaluation.h"

namespace glassformer {

class Session {
public:
    struct Options {
        ModelLoader load;                                       // called on the worker
        std::function<void()> wake;                             // called on the worker when something new can be shown
        std::function<void(int done, int total)> before_stage;  // for tests: slows the evaluation down
        ThreadPool* pool = nullptr;                             // used by the worker alone
        ChooseBackend choose = {};                              // called on the worker; empty: the processor
        std::function<std::uint64_t()> free_memory =
            {};  // bytes; empty: what the system says (core/session/expect_memory.h)
    };
    explicit Session(Options options);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // --- inputs (interface thread)
    const Inputs& inputs() const { return inputs_; }
    /// Shows these inputs from now on; the evaluation under way for older ones is cancelled. `undoable`: a step of its
    /// own for undo(); false for a change that continues the last one (typing on in the same text). Inputs that could
    /// not be evaluated are no step: undo() and redo() go to those that were accepted.
    void set(Inputs inputs, bool undoable = true);
    bool can_undo() const { return !history_.past.empty(); }
    bool can_redo() const { return !history_.future.empty(); }
    /// How many steps lie before these inputs: grows with each new one and with redo(), falls with undo().
    std::size_t steps() const { return history_.forgotten + history_.past.size(); }
    void undo();
    void redo();
    /// Reads the model of these inputs again: its files have changed.
    void reload();
    /// Inputs that will perhaps be set soon: the worker evaluates them one after another while nothing else is to be
    /// done, and set() then shows them at once; of those that it is just evaluating it goes on with that. Other inputs
    /// end it until the next call; what is no longer among them is dropped then. An input that cannot be evaluated says
    /// so when it is set.
    void prepare(std::vector<Inputs> likely);
    /// Gives up what is being loaded or computed, or what failed, and goes back to the inputs that are shown, as if the
    /// newer ones had never been set. False where these are shown, or nothing was shown before.
    bool cancel();

    // --- results (any thread)
    struct Snapshot {
        std::shared_ptr<const Evaluation> current;  // the newest finished one; null before the first
        /// The same without its edits and changes of the architecture; null where it has none. A change of the
        /// architecture can move stages, add some or leave some out: compare them by Trace::same_stage().
        std::shared_ptr<const Evaluation> unedited;
        bool unedited_is_alike = false;  // it has the same stages in the same order, so it can be shown in place of it
        std::shared_ptr<const Model> model;     // of both, without changes of the architecture
        bool stale = false;                     // newer inputs are being evaluated, or failed
        float progress = 1;                     // 0 … 1 of the evaluation under way
        std::string error;                      // why the newest inputs could not be evaluated; "" otherwise
        std::string loading;                    // the model that the newest inputs wait for; "" where none is read
        std::uint64_t loaded = 0, to_load = 0;  // of its bytes; 0 of 0 where they are not known yet
        bool unopened = false;                  // the error says why the model cannot be read
    };
    Snapshot shown() const;
    /// Waits until the newest inputs are evaluated or have failed. For tests and the command line.
    void wait() const;
    /// Waits until all that is likely is evaluated, too. For tests and measurements.
    void wait_prepared() const;

private:
    bool refused() const;
    void remember_for_cancel();
    void post(bool reload = false);
    void work();
    /// A finished run with all that is shown of it.
    struct Run {
        Inputs inputs;
        std::shared_ptr<const Model> model, patched;
        std::shared_ptr<const Evaluation> current, unedited;
        bool alike = false;
    };
    using Goes = std::function<bool(int done, int total)>;  // false: the run is given up
    void evaluate(const Inputs& inputs, std::uint64_t job);
    void evaluate_likely(const Inputs& inputs, std::uint64_t job);
    std::optional<Run> run_of(const Inputs& inputs, const std::shared_ptr<const Model>& model,
                              const std::shared_ptr<const Model>& patched, const Goes& goes);
    void show(const Run& run, std::uint64_t job);
    std::shared_ptr<Evaluation> evaluation_for(const std::shared_ptr<const Model>& model, const GraphSize& size);

    Options options_;
    Inputs inputs_;
    struct History {
        std::vector<std::shared_ptr<const Inputs>> past, future;  // the newest last
        std::size_t forgotten = 0;                                // older ones
    };
    History history_, settled_;  // now, and when the inputs that are shown were set

    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    std::optional<Inputs> waiting_;
    std::vector<Inputs> likely_;  // what is prepared or to be prepared
    std::size_t prepared_ = 0;    // of these, from the first
    bool likely_then_ = false;    // … before the newest inputs were set: what follows them is not known yet
    std::string likely_loads_;    // the model that is read for one of them
    std::uint64_t finished_job_ = 0, refused_job_ = 0;
    std::atomic<std::uint64_t> newest_job_{0};
    std::atomic<float> progress_{1};
    bool stop_ = false, reload_ = false;
    Snapshot snapshot_;
    std::shared_ptr<Loading> loading_ = std::make_shared<Loading>();  // of the model that the worker reads

    // The worker's own.
    std::string model_name_;
    std::shared_ptr<const Model> model_;                    // as it is
    std::string architecture_;                              // the patch of
    std::shared_ptr<const Model> patched_;                  // this one; the model itself where there is none
    std::vector<std::shared_ptr<Evaluation>> evaluations_;  // reused where nobody looks at them any more
    std::vector<Run> runs_;                                 // prepared
    std::uint64_t generation_ = 0;
    std::thread worker_;
};

}  // namespace glassformer
