#include "app/platform/tell.h"

#include <csignal>
#include <cstdio>
#include <ctime>

namespace glassformer {

void tell_words(std::string_view words) {
    // A pipe that nobody reads sends SIGPIPE to the thread that writes: there it waits, and is taken away.
    sigset_t pipe, before, waiting;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&waiting);
    const bool waited = sigismember(&waiting, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    std::fwrite(words.data(), 1, words.size(), stderr);
    std::fflush(stderr);
    const timespec at_once{};
    if (!waited) sigtimedwait(&pipe, nullptr, &at_once);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace glassformer
