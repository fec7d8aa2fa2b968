// The program: its command line, and what is said where memory ends.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>

#include "app/about/commit.h"
#include "app/commands/command_line.h"
#include "app/fetch/fetch_model.h"
#include "core/base/failure.h"

using namespace glassformer;

namespace {

#ifdef GLASSFORMER_FETCH
constexpr Fetcher fetcher_of_program{fetch_into_cache, fetch_libraries};
constexpr const Fetcher* fetcher = &fetcher_of_program;
#else
constexpr const Fetcher* fetcher = nullptr;
#endif

/// Where memory ends in a function that may not throw, as a library's destructor, no catch is reached: the sentence is
/// said here. Work that is not saved has its copy (app/files/autosave.h).
[[noreturn]] void end_at_once() {
    try {
        if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
    } catch (const std::bad_alloc&) {
        complain(no_memory, 1);
        std::_Exit(1);
    } catch (...) {
        std::abort();
    }
    std::abort();
}

/// What is opened later must not get the number of input, output or errors, where one of them was closed.
void keep_standard_files() {
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; ++file)
        if (fcntl(file, F_GETFD) < 0)  // the lowest number that is free; results that go nowhere are still an error
            static_cast<void>(open("/dev/null", file == STDERR_FILENO ? O_WRONLY : O_RDONLY));
}

}  // namespace

int main(int argc, char** argv) {
    keep_standard_files();
    std::set_terminate(end_at_once);
    std::signal(SIGXFSZ, SIG_IGN);  // a full quota is an error of the write, not the end of the program
    try {
        return run_command_line(argc, argv, built_from(), fetcher);
    } catch (const std::bad_alloc&) {  // also of the sentence about another failure
        return complain(no_memory, 1);
    }
}
