#include "app/export/unfinished_files.h"

#include <fmt/core.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

#include "app/workspace/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/folder.h"

namespace glassformer {

namespace {

constexpr const char* export_name = ".glassformer-export-";
constexpr const char* lock_name = "lock";

/// What programs left that were killed while they exported into this folder. Who is at work holds its lock.
void remove_leftovers_in(const std::filesystem::path& folder) {
    std::error_code ignored;
    for (const std::string& name : names_in(folder, ignored)) {
        const std::filesystem::path left = folder / name, lock = left / lock_name;
        if (!name.starts_with(export_name) || !std::filesystem::exists(lock, ignored)) continue;
        if (const FileLock own(lock); own.state() == FileLock::State::held) std::filesystem::remove_all(left, ignored);
    }
}

void copy_into(FileReplacement& replacement, const std::filesystem::path& file, const std::filesystem::path& whole) {
    std::ifstream stream(file, std::ios::binary);
    std::vector<char> part(std::size_t{1} << 20U);
    do {
        stream.read(part.data(), static_cast<std::streamsize>(part.size()));
        replacement.write({part.data(), static_cast<std::size_t>(stream.gcount())});
    } while (stream);
    if (!stream.eof())
        throw Error(fmt::format(texts::window::not_placed, path_text(whole), "its new content cannot be read"));
    replacement.finish();
}

/// A new file can be read by whoever could read the one whose place it takes.
void keep_mode(const std::filesystem::path& old, const std::filesystem::path& made) {
    std::error_code ignored;
    const std::filesystem::file_status status = std::filesystem::status(old, ignored);
    if (std::filesystem::is_regular_file(status))
        std::filesystem::permissions(made, status.permissions(), std::filesystem::perm_options::replace, ignored);
}

}  // namespace

std::filesystem::path unfinished_export(const std::filesystem::path& folder, long process) {
    return folder / fmt::format("{}{}", export_name, process);
}

UnfinishedFiles::UnfinishedFiles(std::filesystem::path folder)
    : folder_(std::move(folder)), path_(unfinished_export(folder_, getpid())) {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error || !std::filesystem::is_directory(folder_))
        throw Error(fmt::format(texts::window::no_export_folder, path_text(folder_), error.message()));
    remove_leftovers_in(folder_);
    constexpr int tries = 100;  // another export may take the folder for one that was left, until it is locked
    for (int i = 0; i < tries; ++i) {
        if (!std::filesystem::create_directory(path_, error) && !error && i == 0)
            error = std::make_error_code(std::errc::file_exists);  // not ours
        if (error) break;
        lock_ = FileLock(path_ / lock_name);
        if (lock_.state() != FileLock::State::taken && std::filesystem::is_directory(path_, error)) return;
        error = std::make_error_code(std::errc::device_or_resource_busy);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    throw Error(fmt::format(texts::window::folder_not_written, path_text(folder_), error.message()));
}

UnfinishedFiles::~UnfinishedFiles() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

void UnfinishedFiles::place(std::vector<std::filesystem::path>& files) const {
    // A folder in a file's place stops all, not those behind it.
    for (const std::filesystem::path& file : files)
        if (const std::filesystem::path whole = folder_ / file.filename(); std::filesystem::is_directory(whole))
            throw Error(fmt::format(texts::window::not_placed, path_text(whole),
                                    std::make_error_code(std::errc::is_a_directory).message()));
    // Where a link stands, the file that it leads to is written; it may be on another disk.
    std::vector<std::unique_ptr<FileReplacement>> behind_links;
    for (const std::filesystem::path& file : files)
        if (const std::filesystem::path whole = folder_ / file.filename(); std::filesystem::is_symlink(whole))
            copy_into(*behind_links.emplace_back(std::make_unique<FileReplacement>(whole)), file, whole);
    for (const auto& replacement : behind_links) replacement->commit();
    for (std::filesystem::path& file : files) {
        const std::filesystem::path whole = folder_ / file.filename();
        std::error_code error;
        if (!std::filesystem::is_symlink(whole)) {
            keep_mode(whole, file);
            std::filesystem::rename(file, whole, error);
        }
        if (error) throw Error(fmt::format(texts::window::not_placed, path_text(whole), error.message()));
        file = whole;
    }
}

}  // namespace glassformer
