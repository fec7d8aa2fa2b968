#include "app/platform/picture_clipboard.h"

#include <fmt/core.h>
#include <stdlib.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "app/platform/png.h"
#include "app/platform/run_program.h"
#include "app/platform/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"

namespace glassformer {

namespace {

bool has_display(const char* variable) {
    const char* const value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

/// A file that is gone with this.
class PassingFile {
public:
    PassingFile() {
        const std::filesystem::path within = std::filesystem::temp_directory_path();
        std::string name = (within / "glassformer-XXXXXX").string();
        const int open = mkstemp(name.data());
        if (open < 0) throw Error(fmt::format(texts::platform::no_passing_file, path_text(within)));
        close(open);
        path_ = name;
    }
    ~PassingFile() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
    PassingFile(const PassingFile&) = delete;
    PassingFile& operator=(const PassingFile&) = delete;
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

}  // namespace

void copy_picture(const Image& image) {
    const std::vector<std::string> wayland{"wl-copy", "--type", "image/png"},
        x11{"xclip", "-selection", "clipboard", "-target", "image/png"};
    std::vector<std::vector<std::string>> ways;
    if (has_display("WAYLAND_DISPLAY")) ways.push_back(wayland);
    if (has_display("DISPLAY")) ways.push_back(x11);
    const PassingFile file;
    write_png(file.path(), image);
    int failed = 0;
    for (const std::vector<std::string>& way : ways) {
        const int code = run_program(way, file.path());
        if (code == 0) return;
        if (code > 0) failed = code;
    }
    if (failed != 0) throw Error(fmt::format(texts::platform::copy_failed, failed));
    throw Error(ways.empty() ? texts::platform::no_display_to_copy : texts::platform::no_copy_program);
}

}  // namespace glassformer
