#include "app/platform/spawn.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace glassformer {

void SpawnFiles::open(int descriptor, const char* path, int flags) {
    posix_spawn_file_actions_addopen(&actions_, descriptor, path, flags, 0);
}

void SpawnFiles::copy(int from, int to) { posix_spawn_file_actions_adddup2(&actions_, from, to); }

bool SpawnFiles::enter(const char* folder) {
#if defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 29)
    return posix_spawn_file_actions_addchdir_np(&actions_, folder) == 0;
#endif
#endif
    static_cast<void>(folder);
    return false;
}

void SpawnFiles::close_others() {
#if defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 34)
    posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
#endif
#endif
}

pid_t spawn(std::vector<std::string> words, const SpawnFiles& files, bool leads) {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    // What this program ignores meanwhile is the other one's own affair.
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes,
                             static_cast<short>(POSIX_SPAWN_SETSIGDEF | (leads ? POSIX_SPAWN_SETPGROUP : 0)));
    pid_t child = 0;
    const int failed = posix_spawnp(&child, arguments.front(), files.actions(), &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    return failed == 0 ? child : 0;
}

int exit_code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 1; }

}  // namespace glassformer
