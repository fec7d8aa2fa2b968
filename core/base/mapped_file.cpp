#include "core/base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/base/error.h"
#include "core/base/file.h"

namespace glassformer {

namespace {

struct Descriptor {
    int value;
    ~Descriptor() {
        if (value >= 0) ::close(value);
    }
};

Error cannot_read(const std::filesystem::path& path, const std::string& why) {
    return Error("cannot read " + path_text(path) + ": " + why);
}

}  // namespace

std::shared_ptr<const MappedFile> MappedFile::open(const std::filesystem::path& path) {
    // Not blocking: a named pipe would make open() wait for a writer.
    const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (file.value < 0) throw cannot_read(path, std::strerror(errno));
    struct stat status {};
    if (::fstat(file.value, &status) != 0) throw cannot_read(path, std::strerror(errno));
    if (!S_ISREG(status.st_mode)) throw cannot_read(path, "it is not a regular file");
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size == 0) return std::shared_ptr<const MappedFile>(new MappedFile({}));
    void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.value, 0);
    if (memory == MAP_FAILED) throw cannot_read(path, std::strerror(errno));
    return std::shared_ptr<const MappedFile>(new MappedFile({static_cast<const std::byte*>(memory), size}));
}

MappedFile::~MappedFile() {
    // munmap wants the pointer that mmap gave, which was not const.
    if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

}  // namespace glassformer
