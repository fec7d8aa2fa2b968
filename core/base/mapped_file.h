// A whole file as read-only memory. What lies in it is not copied: weights are used in place, and the pages of
// tensors that nobody looks at are never read. Replace such a file by renaming (file.h); cutting it short while it is
// mapped ends the process.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace glassformer {

class MappedFile {
public:
    /// Maps the file; throws Error where it cannot be read or is no regular file. An empty file gives no bytes.
    static std::shared_ptr<const MappedFile> open(const std::filesystem::path& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<const std::byte> bytes() const { return bytes_; }

private:
    explicit MappedFile(std::span<const std::byte> bytes) : bytes_(bytes) {}
    std::span<const std::byte> bytes_;
};

}  // namespace glassformer
