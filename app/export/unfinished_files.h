// Files that appear in a folder together, when all of them are whole.
#pragma once

#include <filesystem>
#include <vector>

#include "core/base/file_lock.h"

namespace glassformer {

/// Where the process of that number has its files until all are whole: a folder within the export's.
std::filesystem::path unfinished_export(const std::filesystem::path& folder, long process);

/// Files are made in a folder of their own within the other one, which is made where it is missing, and stand there
/// once all of them are whole. Whoever ends a program that exports knows the folder's name, and takes it away; what one
/// left that was killed, the next export into the same folder takes away.
class UnfinishedFiles {
public:
    /// Throws Error that names the folder.
    explicit UnfinishedFiles(std::filesystem::path folder);
    ~UnfinishedFiles();
    UnfinishedFiles(const UnfinishedFiles&) = delete;
    UnfinishedFiles& operator=(const UnfinishedFiles&) = delete;

    const std::filesystem::path& path() const { return path_; }
    /// All are there: they take their places, and are named by these.
    void place(std::vector<std::filesystem::path>& files) const;

private:
    std::filesystem::path folder_, path_;
    FileLock lock_;  // in the folder, which goes first
};

}  // namespace glassformer
