// What is written beside a file and takes its place: links, modes, devices; and locks between programs.
#include "core/base/file.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <fstream>
#include <string>

#include "core/base/file_lock.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;

namespace {

namespace fs = std::filesystem;

unsigned mode_of(const fs::path& path) { return static_cast<unsigned>(fs::status(path).permissions()) & 0777U; }

}  // namespace

TEST_SUITE_BEGIN("files");

TEST_CASE("a link to a link stays one, and the file behind it is written") {
    const TemporaryFolder folder;
    fs::create_directories(folder / "a");
    write_file(folder / "a/real", "old");
    fs::create_symlink("a/real", folder / "inner");
    fs::create_symlink(folder / "inner", folder / "outer");
    write_file(folder / "outer", "new");
    CHECK(fs::is_symlink(folder / "outer"));
    CHECK(fs::is_symlink(folder / "inner"));
    CHECK(read_text_file(folder / "a/real") == "new");
    CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 3);

    fs::create_symlink("nothing-yet", folder / "dangling");
    write_file_durably(folder / "dangling", "made");
    CHECK(fs::is_symlink(folder / "dangling"));
    CHECK(read_text_file(folder / "nothing-yet") == "made");

    fs::create_symlink("circle", folder / "circle");
    CHECK(contains(message_of([&] { write_file(folder / "circle", "x"); }), "links"));
}

TEST_CASE("a device, and what a link finds in /dev or /proc, is not replaced") {
    const TemporaryFolder folder;
    const auto refused = [](const fs::path& path) {
        return contains(message_of([&] { write_file(path, "x"); }), "it is not a regular file");
    };
    CHECK(refused("/dev/null"));
    fs::create_symlink("/dev/null", folder / "null");
    CHECK(refused(folder / "null"));
    // Standard output may be a plain file, which the program writes its results to.
    std::ofstream(folder / "out") << "kept";
    const int out = dup(STDOUT_FILENO), plain = open((folder / "out").c_str(), O_WRONLY | O_APPEND);
    dup2(plain, STDOUT_FILENO);
    const bool output = refused("/dev/stdout");
    dup2(out, STDOUT_FILENO);
    close(out);
    close(plain);
    CHECK(output);
    CHECK(read_text_file(folder / "out") == "kept");
}

TEST_CASE("the mode of what is replaced is kept, and what is its owner's alone is made so") {
    const TemporaryFolder folder;
    const mode_t before = umask(022);
    write_file(folder / "usual", "x");
    CHECK(mode_of(folder / "usual") == 0644);
    for (const unsigned mode : {0600U, 0640U, 0755U}) {
        fs::permissions(folder / "usual", static_cast<fs::perms>(mode));
        write_file(folder / "usual", "y");
        CHECK(mode_of(folder / "usual") == mode);
    }
    write_file(folder / "own", "x", FileReaders::owner);
    CHECK(mode_of(folder / "own") == 0600);
    fs::permissions(folder / "own", static_cast<fs::perms>(0644));
    write_file_durably(folder / "own", "y", FileReaders::owner);
    CHECK(mode_of(folder / "own") == 0600);
    make_private_folder(folder / "a/b");
    CHECK(mode_of(folder / "a") == 0700);
    CHECK(mode_of(folder / "a/b") == 0700);
    fs::permissions(folder / "a", static_cast<fs::perms>(0755));
    make_private_folder(folder / "a");
    CHECK(mode_of(folder / "a") == 0755);
    umask(before);
}

TEST_CASE("a lock is held by one at a time, and goes with a program that is killed") {
    const TemporaryFolder folder;
    const fs::path path = folder / "l";
    {
        const FileLock first(path), second(path);
        CHECK(first.state() == FileLock::State::held);
        CHECK(second.state() == FileLock::State::taken);
        CHECK(is_locked(path));
        FileLock moved(FileLock(folder / "m"));
        CHECK(moved.state() == FileLock::State::held);
    }
    CHECK_FALSE(fs::exists(path));
    CHECK_FALSE(fs::exists(folder / "m"));

    std::array<int, 2> ready{};
    REQUIRE(pipe(ready.data()) == 0);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        const FileLock lock(path);
        if (write(ready[1], "x", 1) != 1) _exit(1);
        for (;;) pause();
    }
    char byte = 0;
    REQUIRE(read(ready[0], &byte, 1) == 1);
    CHECK(is_locked(path));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    CHECK(fs::exists(path));
    CHECK_FALSE(is_locked(path));
    CHECK(FileLock(path).state() == FileLock::State::held);
    CHECK(FileLock(folder / "no folder/l").state() == FileLock::State::unknown);
    close(ready[0]);
    close(ready[1]);
}

TEST_SUITE_END();
