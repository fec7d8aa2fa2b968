// How another program is started: its words, what becomes of its files, and what its end means.
#pragma once

#include <spawn.h>
#include <sys/types.h>

#include <string>
#include <vector>

namespace glassformer {

/// What a program that is started has open, in place of what this one has.
class SpawnFiles {
public:
    SpawnFiles() { posix_spawn_file_actions_init(&actions_); }
    ~SpawnFiles() { posix_spawn_file_actions_destroy(&actions_); }
    SpawnFiles(const SpawnFiles&) = delete;
    SpawnFiles& operator=(const SpawnFiles&) = delete;

    /// `flags`: O_RDONLY or O_WRONLY.
    void open(int descriptor, const char* path, int flags);
    void copy(int from, int to);
    /// The folder that it starts in. False where the system's library cannot do that.
    bool enter(const char* folder);
    /// Nothing but input, output and errors, where the system's library can do that.
    void close_others();
    const posix_spawn_file_actions_t* actions() const { return &actions_; }

private:
    posix_spawn_file_actions_t actions_{};
};

/// Starts a program of the PATH, or of a path with a slash. `words`: its name, then its arguments. `leads`: a group of
/// its own, so that what it starts can be ended with it. Returns its number; 0 where it cannot be started.
pid_t spawn(std::vector<std::string> words, const SpawnFiles& files, bool leads = false);

/// What the status of waitpid() means: the exit code; 1 where it was ended from outside.
int exit_code_of(int status);

}  // namespace glassformer
