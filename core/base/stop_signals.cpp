#include "core/base/stop_signals.h"

namespace glassformer {

namespace {

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
    action.sa_handler = [](int) { stop_signal_arrived = 1; };
    action.sa_flags = SA_ONSTACK | SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &interrupt_before_);
    sigaction(SIGTERM, &action, &end_before_);
}

StopSignals::~StopSignals() {
    sigaction(SIGINT, &interrupt_before_, nullptr);
    sigaction(SIGTERM, &end_before_, nullptr);
    sigaltstack(&stack_before_, nullptr);
}

bool StopSignals::arrived() const { return stop_signal_arrived != 0; }

void leave_stop_signals_to_others() {
    sigset_t both;
    sigemptyset(&both);
    sigaddset(&both, SIGINT);
    sigaddset(&both, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &both, nullptr);
}

}  // namespace glassformer
