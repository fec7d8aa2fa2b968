#include "app/platform/spawn.h"

#include <sys/wait.h>
#include <unistd.h>

namespace glassformer {

void SpawnFiles::open(int descriptor, const char* path, int flags) {
    posix_spawn_file_actions_addopen(&actions_, descriptor, path, flags, 0);
}

void SpawnFiles::copy(int from, int to) { posix_spawn_file_actions_adddup2(&actions_, from, to); }

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
    if (leads) posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    pid_t child = 0;
    const int failed = posix_spawnp(&child, arguments.front(), files.actions(), &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    return failed == 0 ? child : 0;
}

int exit_code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 1; }

}  // namespace glassformer
