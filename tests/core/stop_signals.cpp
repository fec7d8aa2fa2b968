// Ctrl+C during a long computation: remembered, on a stack of its own, and left to the thread that asked.
#include "core/base/stop_signals.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>

#include "core/base/thread_pool.h"

using namespace glassformer;

namespace {

struct sigaction action_of(int signal) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    return action;
}

}  // namespace

TEST_SUITE_BEGIN("stop_signals");

TEST_CASE("stop signals are remembered on a stack of their own, and do afterwards what they did before") {
    const auto before = action_of(SIGINT).sa_handler;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        const StopSignals stop;
        CHECK(stop.arrived() == 0);
        CHECK((action_of(signal).sa_flags & SA_ONSTACK) != 0);
        stack_t stack{};
        REQUIRE(sigaltstack(nullptr, &stack) == 0);
        CHECK((stack.ss_flags & SS_DISABLE) == 0);
        CHECK(stack.ss_size >= std::size_t{1} << 14U);
        raise(signal);
        CHECK(stop.arrived() == signal);
        raise(SIGPIPE);  // ends nothing
        CHECK(stop.arrived() == signal);
    }
    const bool same = action_of(SIGINT).sa_handler == before;
    CHECK(same);
    const StopSignals again;
    CHECK(again.arrived() == 0);
}

TEST_CASE("a signal that was ignored, as nohup does it, stays ignored") {
    const auto before = signal(SIGHUP, SIG_IGN);
    {
        const StopSignals stop;
        raise(SIGHUP);
        CHECK(stop.arrived() == 0);
    }
    const bool ignored = action_of(SIGHUP).sa_handler == SIG_IGN;
    CHECK(ignored);
    signal(SIGHUP, before);
}

TEST_CASE("work that a signal ends takes away what it began, and the signal then ends the program") {
    std::array<int, 2> ends{};
    REQUIRE(pipe(ends.data()) == 0);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        signal(SIGTERM, SIG_DFL);  // not the test program's own
        until_stopped([&](const StopSignals& stop) {
            raise(SIGTERM);
            if (stop.arrived() != 0 && write(ends[1], "x", 1) != 1) _exit(1);
        });
        _exit(0);  // not reached
    }
    char byte = 0;
    CHECK(read(ends[0], &byte, 1) == 1);
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGTERM);
    close(ends[0]);
    close(ends[1]);
}

TEST_CASE("a pool's threads leave Ctrl+C and SIGTERM to the thread that computes with them") {
    ThreadPool pool(3);
    std::atomic<int> blocked = 0;
    const auto here = pthread_self();
    pool.run(3, [&](int) {
        sigset_t mask;
        pthread_sigmask(SIG_BLOCK, nullptr, &mask);
        const bool both = sigismember(&mask, SIGINT) == 1 && sigismember(&mask, SIGTERM) == 1;
        if (pthread_equal(pthread_self(), here) == 0 && !both) blocked = -100;
        if (both) ++blocked;
    });
    CHECK(blocked >= 0);
    sigset_t mask;
    pthread_sigmask(SIG_BLOCK, nullptr, &mask);
    CHECK(sigismember(&mask, SIGINT) == 0);
}

TEST_SUITE_END();
