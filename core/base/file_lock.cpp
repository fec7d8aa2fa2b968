#include "core/base/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace glassformer {

FileLock::FileLock(std::filesystem::path path) : path_(std::move(path)) {
    for (int tries = 0; tries < 100; ++tries) {
        file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (file_ < 0) return;
        if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
            if (errno == EWOULDBLOCK)
                state_ = State::taken;
            else
                ::unlink(path_.c_str());  // this file system knows no locks: nobody is to look for one
            ::close(std::exchange(file_, -1));
            return;
        }
        // Whoever held it before may have taken the file away between the two.
        struct stat locked {
        }, there{};
        if (::fstat(file_, &locked) == 0 && ::stat(path_.c_str(), &there) == 0 && locked.st_ino == there.st_ino &&
            locked.st_dev == there.st_dev) {
            state_ = State::held;
            return;
        }
        ::close(std::exchange(file_, -1));
    }
}

FileLock::~FileLock() { give_back(); }

FileLock::FileLock(FileLock&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      state_(std::exchange(other.state_, State::unknown)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
    if (this == &other) return *this;
    give_back();
    path_ = std::move(other.path_);
    file_ = std::exchange(other.file_, -1);
    state_ = std::exchange(other.state_, State::unknown);
    return *this;
}

void FileLock::leave() {
    if (file_ >= 0) ::close(std::exchange(file_, -1));
    state_ = State::unknown;
}

void FileLock::give_back() {
    if (file_ < 0) return;
    ::unlink(path_.c_str());  // still locked
    ::close(file_);
    file_ = -1;
}

bool is_locked(const std::filesystem::path& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0) return false;
    const bool locked = ::flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(file);
    return locked;
}

}  // namespace glassformer
