// Programs that run beside this one: what they say is read as it comes, and none is left behind.
#include "app/platform/child_program.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

#include "app/platform/run_program.h"
#include "core/base/error.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;

TEST_SUITE_BEGIN("child_program");

namespace {

constexpr auto moment = std::chrono::milliseconds(10);

/// At most ten seconds; true once it has ended.
bool ends(ChildProgram& child) {
    for (int i = 0; i < 1000; ++i) {
        if (!child.poll()) return true;
        std::this_thread::sleep_for(moment);
    }
    return false;
}

bool lives(pid_t process) { return kill(process, 0) == 0; }

}  // namespace

TEST_CASE("a child’s output, errors and exit code are read") {
    ChildProgram child({"sh", "-c", "echo said; echo wrong >&2; cat; exit 7"});
    REQUIRE(ends(child));
    CHECK(child.output() == "said\n");  // cat read nothing: its input is empty
    CHECK(child.errors() == "wrong\n");
    CHECK(child.exit_code() == 7);
    CHECK_FALSE(child.poll());
    CHECK_FALSE(lives(child.number()));  // no zombie
}

TEST_CASE("what a child says is there before it ends, and polling does not wait") {
    ChildProgram child({"sh", "-c", "echo first; sleep 60"});
    const auto begun = std::chrono::steady_clock::now();
    for (int i = 0; i < 1000 && child.output().empty(); ++i) {
        REQUIRE(child.poll());
        std::this_thread::sleep_for(moment);
    }
    CHECK(child.output() == "first\n");
    CHECK_FALSE(child.exit_code());
    CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(20));
}

TEST_CASE("a child that is ended takes with it what it started") {
    pid_t grandchild = 0, number = 0;
    {
        ChildProgram child({"sh", "-c", "sleep 60 & echo $!; wait"});
        while (child.output().find('\n') == std::string::npos && child.poll()) std::this_thread::sleep_for(moment);
        grandchild = std::atoi(child.output().c_str());
        number = child.number();
        REQUIRE(grandchild > 0);
        CHECK(lives(number));
        child.kill();
        CHECK(child.exit_code() == 1);
        CHECK_FALSE(child.poll());
    }
    CHECK_FALSE(lives(number));
    // Its new parent buries it: nothing of it runs any more, at the latest soon.
    const auto runs = [grandchild] {
        return run_program({"sh", "-c",
                            "grep -q '^State:[[:space:]]*[RSD]' /proc/" + std::to_string(grandchild) +
                                "/status "
                                "2>/dev/null"}) == 0;
    };
    for (int i = 0; i < 200 && runs(); ++i) std::this_thread::sleep_for(moment);
    CHECK_FALSE(runs());
}

TEST_CASE("a child that is let go of is ended") {
    pid_t number = 0;
    {
        const ChildProgram child({"sleep", "60"});
        number = child.number();
        CHECK(lives(number));
    }
    CHECK_FALSE(lives(number));
}

TEST_CASE("a child has none of this program’s files") {
    const TemporaryFolder folder;
    const int open_file = open((folder / "held").c_str(), O_CREAT | O_RDWR, 0600);  // goes on over exec
    REQUIRE(open_file > 2);
    ChildProgram child({"sh", "-c", "ls /proc/self/fd; readlink /proc/self/fd/" + std::to_string(open_file)});
    REQUIRE(ends(child));
    close(open_file);
    CHECK_FALSE(contains(child.output(), "held"));
    CHECK(contains(child.output(), "0\n1\n2\n"));
}

TEST_CASE("a program that is not there is named") {
    CHECK(message_of([] {
              const ChildProgram child({"/nowhere/glassformer", "lesson"});
          }) == "the program /nowhere/glassformer cannot be started");
}

TEST_CASE("a child that says too much is not kept whole") {
    ChildProgram child({"sh", "-c", "head -c 3000000 /dev/zero"});
    REQUIRE(ends(child));
    CHECK(child.exit_code() == 0);
    CHECK(child.output().size() > 1000000);
    CHECK(child.output().size() < 1100000);
}

TEST_CASE("programs are looked for on the PATH") {
    CHECK(has_program("sh"));
    CHECK_FALSE(has_program("glassformer-is-no-such-program"));
    const std::string before = std::getenv("PATH");
    const TemporaryFolder folder;
    close(open((folder / "sh").c_str(), O_CREAT | O_RDWR, 0600));  // a file, not a program
    setenv("PATH", ("/nowhere:" + folder.path().string()).c_str(), 1);
    const bool there = has_program("sh");
    setenv("PATH", before.c_str(), 1);
    CHECK_FALSE(there);
}

TEST_SUITE_END();
