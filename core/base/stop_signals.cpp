#include "core/base/stop_signals.h"

#include <exception>

namespace glassformer {

namespace {

constexpr std::array<int, 3> stop_signals{SIGINT, SIGTERM, SIGHUP};
volatile std::sig_atomic_t stop_signal_arrived = 0;

constexpr std::size_t stack_bytes = std::size_t{1} << 16U;  // a frame holds all registers of AVX-512 and AMX: 11 KB

}  // namespace

StopSignals::StopSignals() : stack_(std::make_unique<char[]>(stack_bytes)) {
    stop_signal_arrived = 0;
    stack_t stack{};
    stack.ss_sp = stack_.get();
    stack.ss_size = stack_bytes;
    sigaltstack(&stack, &stack_before_);
    struct sigaction action {};
    action.sa_handler = [](int signal) {
        if (stop_signal_arrived == 0) stop_signal_arrived = signal;
    };
    action.sa_flags = SA_ONSTACK | SA_RESTART;
    sigemptyset(&action.sa_mask);
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &ignore, &pipe_before_);
    for (std::size_t i = 0; i < stop_signals.size(); ++i) {
        sigaction(stop_signals[i], nullptr, &before_[i]);
        if (before_[i].sa_handler != SIG_IGN) sigaction(stop_signals[i], &action, nullptr);
    }
}

StopSignals::~StopSignals() {
    for (std::size_t i = 0; i < stop_signals.size(); ++i) sigaction(stop_signals[i], &before_[i], nullptr);
    sigaction(SIGPIPE, &pipe_before_, nullptr);
    sigaltstack(&stack_before_, nullptr);
}

int StopSignals::arrived() const { return stop_signal_arrived; }

void until_stopped(const std::function<void(const StopSignals&)>& work) {
    int arrived = 0;
    std::exception_ptr thrown;
    {
        const StopSignals stop;
        try {
            work(stop);
        } catch (...) {
            thrown = std::current_exception();
        }
        arrived = stop.arrived();
    }
    if (arrived != 0) std::raise(arrived);
    if (thrown) std::rethrow_exception(thrown);
}

void leave_stop_signals_to_others() {
    sigset_t all;
    sigemptyset(&all);
    for (const int signal : stop_signals) sigaddset(&all, signal);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

}  // namespace glassformer
