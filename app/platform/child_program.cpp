#include "app/platform/child_program.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include "app/platform/spawn.h"
#include "app/platform/texts.h"
#include "core/base/error.h"

namespace glassformer {

namespace {

constexpr std::size_t most_said = std::size_t{1} << 20;  // bytes of a pipe that are kept: a child that babbles

/// Both ends go with exec: a child has only what it is given.
struct TwoEnds {
    std::array<int, 2> ends{-1, -1};
    TwoEnds() {
        if (pipe2(ends.data(), O_CLOEXEC) != 0) ends = {-1, -1};
    }
    ~TwoEnds() {
        for (const int end : ends)
            if (end >= 0) close(end);
    }
    TwoEnds(const TwoEnds&) = delete;
    TwoEnds& operator=(const TwoEnds&) = delete;
};

}  // namespace

ChildProgram::ChildProgram(std::vector<std::string> words, const std::filesystem::path& folder) {
    const std::string name = words.front();
    TwoEnds output, errors;
    SpawnFiles files;
    files.open(STDIN_FILENO, "/dev/null", O_RDONLY);
    files.copy(output.ends[1], STDOUT_FILENO);
    files.copy(errors.ends[1], STDERR_FILENO);
    files.close_others();
    const bool there = folder.empty() || files.enter(folder.c_str());
    if (there && output.ends[0] >= 0 && errors.ends[0] >= 0) number_ = spawn(std::move(words), files, true);
    if (number_ == 0) throw Error(fmt::format(texts::platform::not_started, name));
    output_.reads = std::exchange(output.ends[0], -1);
    errors_.reads = std::exchange(errors.ends[0], -1);
    for (const int end : {output_.reads, errors_.reads}) fcntl(end, F_SETFL, O_NONBLOCK);
}

ChildProgram::~ChildProgram() { kill(); }

void ChildProgram::read(Pipe& pipe) {
    std::array<char, 4096> bytes{};
    while (pipe.reads >= 0) {
        const ssize_t count = ::read(pipe.reads, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        if (pipe.text.size() < most_said) pipe.text.append(bytes.data(), static_cast<std::size_t>(count));
    }
}

void ChildProgram::close_pipes() {
    for (Pipe* pipe : {&output_, &errors_})
        if (const int end = std::exchange(pipe->reads, -1); end >= 0) close(end);
}

bool ChildProgram::poll() {
    if (exit_code_) return false;
    int status = 0;
    const pid_t ended = waitpid(number_, &status, WNOHANG);
    const bool again = ended < 0 && errno == EINTR;
    read(output_);  // after the question: what it said last is read, too
    read(errors_);
    if (ended == 0 || again) return true;
    exit_code_ = ended == number_ ? exit_code_of(status) : 1;
    close_pipes();
    return false;
}

void ChildProgram::kill() {
    if (exit_code_) return;
    ::kill(-number_, SIGKILL);  // its group: what it started
    int status = 0;
    while (waitpid(number_, &status, 0) < 0 && errno == EINTR) {
    }
    exit_code_ = exit_code_of(status);
    close_pipes();
}

}  // namespace glassformer
