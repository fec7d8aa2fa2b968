#include "app/program/ffmpeg.h"

#include <fmt/core.h>

#include <cstdlib>
#include <utility>

#include "app/platform/run_program.h"
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
    return run_program(std::move(arguments));
}

}  // namespace glassformer
