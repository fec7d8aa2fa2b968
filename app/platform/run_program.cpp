#include "app/platform/run_program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "app/platform/spawn.h"

namespace glassformer {

int run_program(std::vector<std::string> words, const std::filesystem::path& input) {
    SpawnFiles files;
    files.open(STDIN_FILENO, input.c_str(), O_RDONLY);
    files.open(STDOUT_FILENO, "/dev/null", O_WRONLY);
    files.close_others();  // xclip stays there, and would hold them
    const pid_t child = spawn(std::move(words), files);
    if (child == 0) return -1;
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return 1;
    return exit_code_of(status);
}

bool has_program(const std::string& name) {
    const char* path = std::getenv("PATH");
    std::string_view rest = path == nullptr ? "" : path;
    while (!rest.empty()) {
        const std::size_t end = rest.find(':');
        const std::filesystem::path file = std::filesystem::path(rest.substr(0, end)) / name;
        std::error_code unread;
        if (std::filesystem::is_regular_file(file, unread) && access(file.c_str(), X_OK) == 0) return true;
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    return false;
}

}  // namespace glassformer
