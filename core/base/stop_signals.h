// Ctrl+C during a long computation.
#pragma once

#include <csignal>
#include <memory>

namespace glassformer {

/// While it lives, Ctrl+C and SIGTERM end nothing but are remembered; afterwards they do what they did before. One at a
/// time, made by the thread that computes; pools leave both signals to it. The handler runs on a stack of its own:
/// oneDNN's kernels for AVX-512 (until 3.11.1) let the stack pointer point into the heap, where a handler's frame would
/// overwrite what lies there.
class StopSignals {
public:
    StopSignals();
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;
    bool arrived() const;

private:
    std::unique_ptr<char[]> stack_;
    stack_t stack_before_{};
    using Action = struct sigaction;
    Action interrupt_before_{};
    Action end_before_{};
};

/// The calling thread gets neither Ctrl+C nor SIGTERM: another one does.
void leave_stop_signals_to_others();

}  // namespace glassformer
