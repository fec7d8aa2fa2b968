#include "app/platform/passing_folder.h"

#include <fmt/core.h>
#include <stdlib.h>

#include <string>
#include <system_error>

#include "app/platform/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"

namespace glassformer {

PassingFolder::PassingFolder() {
    std::error_code error;
    std::filesystem::path within = std::filesystem::temp_directory_path(error);
    if (!error) within = std::filesystem::absolute(within, error);
    if (error) throw Error(fmt::format(texts::platform::no_passing_folder, path_text(within)));
    std::string name = (within / "glassformer-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
        throw Error(fmt::format(texts::platform::no_passing_folder, path_text(within)));
    path_ = name;
}

PassingFolder::~PassingFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace glassformer
