// What is said beside the results ends nothing where nobody reads it.
#include "app/platform/tell.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string_view>

using namespace glassformer;

TEST_SUITE_BEGIN("tell");

TEST_CASE("a pipe that nobody reads any more ends nothing, and leaves no signal behind") {
    std::array<int, 2> pipe{};
    REQUIRE(::pipe2(pipe.data(), O_NONBLOCK) == 0);
    const auto handled = std::signal(SIGPIPE, SIG_DFL);  // which ends this program
    const int before = dup(STDERR_FILENO);
    REQUIRE(dup2(pipe[1], STDERR_FILENO) == STDERR_FILENO);
    close(pipe[1]);
    tell("read {}\n", 1);
    std::array<char, 16> said{};
    const ssize_t count = read(pipe[0], said.data(), said.size());
    close(pipe[0]);
    tell("not read {}\n", 2);
    dup2(before, STDERR_FILENO);
    close(before);
    std::signal(SIGPIPE, handled);
    REQUIRE(count > 0);
    CHECK(std::string_view(said.data(), static_cast<std::size_t>(count)) == "read 1\n");
    sigset_t waiting;
    sigpending(&waiting);
    CHECK(sigismember(&waiting, SIGPIPE) == 0);
}

TEST_SUITE_END();
