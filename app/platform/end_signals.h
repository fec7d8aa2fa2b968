// The ways in which a system ends a window: SIGTERM, SIGHUP (a log-out, a terminal that is closed), Ctrl+C there.
#pragma once

#include <csignal>

#include <array>
#include <atomic>
#include <functional>

#include "core/base/background.h"

namespace glassformer {

/// While it lives, such a signal ends nothing: `told` is called, once, in a thread of its own, so that the window can
/// save what it has. A second signal does what it did before. One at a time.
class EndSignals {
public:
    explicit EndSignals(std::function<void()> told);
    ~EndSignals();
    EndSignals(const EndSignals&) = delete;
    EndSignals& operator=(const EndSignals&) = delete;

    bool arrived() const { return arrived_; }

private:
    using Action = struct sigaction;
    std::array<Action, 3> before_{};
    int reads_ = -1;
    std::atomic<bool> arrived_{false};
    Background waits_{false};
};

}  // namespace glassformer
