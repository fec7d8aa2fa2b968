// Ctrl+C during a long computation: remembered, on a stack of its own, and left to the thread that asked.
#include "core/base/stop_signals.h"

#include <doctest/doctest.h>

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

TEST_CASE("Ctrl+C and SIGTERM are remembered on a stack of their own, and do afterwards what they did before") {
    const auto before = action_of(SIGINT).sa_handler;
    for (const int signal : {SIGINT, SIGTERM}) {
        const StopSignals stop;
        CHECK_FALSE(stop.arrived());
        CHECK((action_of(signal).sa_flags & SA_ONSTACK) != 0);
        stack_t stack{};
        REQUIRE(sigaltstack(nullptr, &stack) == 0);
        CHECK((stack.ss_flags & SS_DISABLE) == 0);
        CHECK(stack.ss_size >= std::size_t{1} << 14U);
        raise(signal);
        CHECK(stop.arrived());
    }
    const bool same = action_of(SIGINT).sa_handler == before;
    CHECK(same);
    const StopSignals again;
    CHECK_FALSE(again.arrived());
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
