#include "core/base/fault_guard.h"

#include <unistd.h>

#include <cstring>
#include <mutex>

namespace glassformer {

namespace {

thread_local const char* volatile fault_sentence = nullptr;
std::mutex one_guard;  // the handler is the process's: who is second would keep it as the one before

void say(const char* text) { static_cast<void>(!write(STDERR_FILENO, text, std::strlen(text))); }

/// Does what a handler may: writes, and ends the process without its destructors.
void end_with_sentence(int) {
    if (fault_sentence == nullptr) {
        std::signal(SIGSEGV, SIG_DFL);  // not the driver's: the fault comes again
        return;
    }
    say("glassformer: ");
    say(fault_sentence);
    say("\n");
    _exit(2);
}

}  // namespace

FaultGuard::FaultGuard(const char* sentence) {
    one_guard.lock();
    fault_sentence = sentence;
    struct sigaction action {};
    action.sa_handler = end_with_sentence;
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, &before_);
}

FaultGuard::~FaultGuard() {
    sigaction(SIGSEGV, &before_, nullptr);
    fault_sentence = nullptr;
    one_guard.unlock();
}

}  // namespace glassformer
