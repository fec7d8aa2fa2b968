// A sentence instead of a crash, while a driver works that may end in one: a fault of the memory in its code ends the
// program with a message and exit code 2.
#pragma once

#include <csignal>

namespace glassformer {

class FaultGuard {
public:
    /// Faults of this thread, until the guard goes. The sentence lives as long as the program; one guard at a time.
    explicit FaultGuard(const char* sentence);
    ~FaultGuard();
    FaultGuard(const FaultGuard&) = delete;
    FaultGuard& operator=(const FaultGuard&) = delete;

private:
    struct sigaction before_ {};
};

}  // namespace glassformer
