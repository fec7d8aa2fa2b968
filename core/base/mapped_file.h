// A whole file as read-only memory. A small one is copied; in a large one the pages of tensors that nobody looks at are
// never read. Replace such a file by renaming (file.h): where another program cuts or rewrites it, lost() says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

struct stat;

namespace glassformer {

class MappedFile {
public:
    /// Files up to this size are copied: what happens to them on disk changes nothing here.
    static constexpr std::size_t copied_up_to = std::size_t{256} << 20U;  // bytes

    /// Throws Error where the file cannot be read, is no regular file, a Git LFS pointer, or becomes shorter meanwhile.
    /// An empty file gives no bytes. `copied`: the size up to which it is copied.
    static std::shared_ptr<const MappedFile> open(const std::filesystem::path& path, std::size_t copied = copied_up_to);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    /// Of a file that was cut short they are zeros where it was; reading them never fails.
    std::span<const std::byte> bytes() const { return bytes_; }
    /// There is another file at the path now, or it was written to. Not where there is none.
    bool changed() const;
    /// The bytes are not all what they were: the file is not copied, and was cut or written to.
    bool lost() const;

private:
    struct Stamp {
        std::uint64_t device = 0, inode = 0, size = 0;
        std::int64_t seconds = 0, nanoseconds = 0;  // when it was written
        bool operator==(const Stamp&) const = default;
    };
    static Stamp stamp_of(const struct stat& status);
    MappedFile() = default;

    std::filesystem::path path_;
    std::span<const std::byte> bytes_;
    Stamp stamp_;
    int file_ = -1;                 // open while it is mapped and not copied
    std::size_t place_ = SIZE_MAX;  // among those that are guarded; none
};

}  // namespace glassformer
