#include "app/program/unfinished_files.h"

#include <fmt/core.h>
#include <unistd.h>

#include <system_error>
#include <utility>

#include "app/program/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"

namespace glassformer {

std::filesystem::path unfinished_export(const std::filesystem::path& folder, long process) {
    return folder / fmt::format(".glassformer-export-{}", process);
}

UnfinishedFiles::UnfinishedFiles(std::filesystem::path folder)
    : folder_(std::move(folder)), path_(unfinished_export(folder_, getpid())) {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error || !std::filesystem::is_directory(folder_))
        throw Error(fmt::format(texts::program::no_export_folder, path_text(folder_), error.message()));
    if (!std::filesystem::create_directory(path_, error) && !error)
        error = std::make_error_code(std::errc::file_exists);  // not ours
    if (error) throw Error(fmt::format(texts::program::folder_not_written, path_text(folder_), error.message()));
}

UnfinishedFiles::~UnfinishedFiles() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

void UnfinishedFiles::place(std::vector<std::filesystem::path>& files) const {
    // A folder in a file's place stops all, not those behind it.
    for (const std::filesystem::path& file : files)
        if (const std::filesystem::path whole = folder_ / file.filename(); std::filesystem::is_directory(whole))
            throw Error(fmt::format(texts::program::not_placed, path_text(whole),
                                    std::make_error_code(std::errc::is_a_directory).message()));
    for (std::filesystem::path& file : files) {
        const std::filesystem::path whole = folder_ / file.filename();
        std::error_code error;
        std::filesystem::rename(file, whole, error);
        if (error) throw Error(fmt::format(texts::program::not_placed, path_text(whole), error.message()));
        file = whole;
    }
}

}  // namespace glassformer
