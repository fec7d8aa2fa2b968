// Ctrl+C, SIGTERM and SIGHUP (a terminal that is closed) during a long computation.
#pragma once

#include <array>
#include <csignal>
#include <functional>
#include <memory>

namespace glassformer {

/// While it lives, these signals end nothing but are remembered; afterwards they do what they did before. One that was
/// ignored, as SIGHUP is under nohup, still is. A pipe that nobody reads any more (SIGPIPE) ends nothing, either. One
/// at a time, made by the thread that computes; pools leave the signals to it. The handler runs on a stack of its own:
/// oneDNN's kernels for AVX-512 (until 3.11.1) let the stack pointer point into the heap, where a handler's frame would
/// overwrite what lies there.
class StopSignals {
public:
    StopSignals();
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;
    int arrived() const;  // the number of the first; 0: none

private:
    std::unique_ptr<char[]> stack_;
    stack_t stack_before_{};
    using Action = struct sigaction;
    std::array<Action, 3> before_{};
    Action pipe_before_{};
};

/// Does the work, which ends early where a signal arrived and takes away what it has begun; then the signal does what
/// it did before: it ends the program.
void until_stopped(const std::function<void(const StopSignals&)>& work);

/// The calling thread gets none of these signals: another one does.
void leave_stop_signals_to_others();

}  // namespace glassformer
