#include "app/platform/end_signals.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <utility>

namespace glassformer {

namespace {

constexpr std::array<int, 3> end_signals{SIGTERM, SIGHUP, SIGINT};
volatile std::sig_atomic_t end_signal_pipe = -1;  // where the handler writes: it may do little else

}  // namespace

EndSignals::EndSignals(std::function<void()> told) {
    std::array<int, 2> ends{-1, -1};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return;  // then they do what they did before
    reads_ = ends[0];
    end_signal_pipe = ends[1];
    waits_.start(
        [this, told = std::move(told)](const std::atomic<bool>&) {
            char byte = 0;
            ssize_t got = 0;
            while ((got = read(reads_, &byte, 1)) < 0 && errno == EINTR) {
            }
            if (got != 1 || byte == 0) return;
            arrived_ = true;
            told();
        },
        [] {});
    struct sigaction action {};
    action.sa_handler = [](int) {
        const int kept = errno;
        const char byte = 1;
        static_cast<void>(!write(end_signal_pipe, &byte, 1));
        errno = kept;
    };
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i < end_signals.size(); ++i) {
        sigaction(end_signals[i], nullptr, &before_[i]);
        if (before_[i].sa_handler != SIG_IGN) sigaction(end_signals[i], &action, nullptr);
    }
}

EndSignals::~EndSignals() {
    if (reads_ < 0) return;
    for (std::size_t i = 0; i < end_signals.size(); ++i) sigaction(end_signals[i], &before_[i], nullptr);
    const int writes = end_signal_pipe;
    end_signal_pipe = -1;
    const char byte = 0;  // ends the thread where nothing came
    static_cast<void>(!write(writes, &byte, 1));
    waits_.wait();
    close(writes);
    close(reads_);
}

}  // namespace glassformer
