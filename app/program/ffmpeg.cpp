#include "app/program/ffmpeg.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "app/program/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"

namespace glassformer {

PassingFolder::PassingFolder() {
    const std::filesystem::path within = std::filesystem::temp_directory_path();
    std::string name = (within / "glassformer-frames-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw Error(fmt::format(texts::program::no_passing_folder, path_text(within)));
    path_ = name;
}

PassingFolder::~PassingFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

int ffmpeg(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "ffmpeg");
    std::vector<char*> words;
    words.reserve(arguments.size() + 1);
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    const int failed = posix_spawnp(&child, "ffmpeg", &quiet, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&quiet);
    if (failed != 0) return -1;
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return 1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace glassformer
