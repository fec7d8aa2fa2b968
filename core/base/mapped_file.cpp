#include "core/base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>
#include <string_view>

#include "core/base/error.h"
#include "core/base/file.h"

namespace glassformer {

namespace {

Error cannot_read(const std::filesystem::path& path, const std::string& why) {
    return Error("cannot read " + path_text(path) + ": " + why);
}

/// Memory that shows a file. Pages behind the end of a file that was cut raise SIGBUS: they become zeros.
struct Place {
    std::atomic<std::uintptr_t> begin{0}, end{0};
    std::atomic<bool> zeroed{false};  // a page could not be read: it was cut off, or the disk failed
};
std::array<Place, 512> places;  // more shards than a model has; a file without a place is copied
std::mutex places_mutex;
struct sigaction bus_before;  // what SIGBUS did

void fill_with_zeros(int signal, siginfo_t* info, void* context) {
    const auto at = reinterpret_cast<std::uintptr_t>(info->si_addr);
    for (Place& place : places) {
        const std::uintptr_t begin = place.begin, end = place.end;
        if (at < begin || at >= end) continue;
        const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
        void* const from = reinterpret_cast<void*>(at / page * page);  // NOLINT(performance-no-int-to-ptr)
        place.zeroed = true;
        if (::mmap(from, end - at / page * page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == from)
            return;
    }
    if ((bus_before.sa_flags & SA_SIGINFO) != 0 && bus_before.sa_sigaction != nullptr)
        return bus_before.sa_sigaction(signal, info, context);
    ::sigaction(signal, &bus_before, nullptr);  // happens again, to whom it concerned before
}

/// Index of the place; places.size() where none is left.
std::size_t guard(std::span<const std::byte> bytes) {
    const std::lock_guard lock(places_mutex);
    static const bool once = [] {
        struct sigaction action {};
        action.sa_sigaction = fill_with_zeros;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
        sigemptyset(&action.sa_mask);
        ::sigaction(SIGBUS, &action, &bus_before);
        return true;
    }();
    static_cast<void>(once);
    for (Place& place : places) {
        if (place.end != 0) continue;
        place.zeroed = false;
        place.begin = reinterpret_cast<std::uintptr_t>(bytes.data());
        place.end = place.begin + bytes.size();
        return static_cast<std::size_t>(&place - places.data());
    }
    return places.size();
}

/// Reads the whole file; false with `errno`, or 0 there where it ends before.
bool read_all(int file, std::byte* to, std::size_t size) {
    for (std::size_t done = 0; done < size;) {
        errno = 0;
        const ssize_t got = ::read(file, to + done, std::min(size - done, std::size_t{1} << 30U));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        done += static_cast<std::size_t>(got);
    }
    return true;
}

}  // namespace

MappedFile::Stamp MappedFile::stamp_of(const struct stat& status) {
    return {.device = status.st_dev,
            .inode = status.st_ino,
            .size = static_cast<std::uint64_t>(status.st_size),
            .seconds = status.st_mtim.tv_sec,
            .nanoseconds = status.st_mtim.tv_nsec};
}

std::shared_ptr<const MappedFile> MappedFile::open(const std::filesystem::path& path, std::size_t copied) {
    // What it holds is given back by its destructor, whatever happens here.
    const std::shared_ptr<MappedFile> made(new MappedFile);
    std::error_code unknown;
    made->path_ = std::filesystem::absolute(path, unknown);
    // Not blocking: a named pipe would make open() wait for a writer.
    made->file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status {};
    if (made->file_ < 0 || ::fstat(made->file_, &status) != 0) throw cannot_read(path, std::strerror(errno));
    if (!S_ISREG(status.st_mode)) throw cannot_read(path, "it is not a regular file");
    made->stamp_ = stamp_of(status);
    const auto size = static_cast<std::size_t>(status.st_size);
    const auto map = [&](int protection, int flags, int file) {
        void* const memory = ::mmap(nullptr, size, protection, flags, file, 0);
        if (memory == MAP_FAILED) throw cannot_read(path, std::strerror(errno));
        made->bytes_ = {static_cast<const std::byte*>(memory), size};
        return static_cast<std::byte*>(memory);
    };
    if (size > copied) {
        map(PROT_READ, MAP_PRIVATE, made->file_);
        if (made->place_ = guard(made->bytes_); made->place_ < places.size()) return made;
        ::munmap(const_cast<std::byte*>(made->bytes_.data()), size);
        made->bytes_ = {};
    }
    if (size > 0) {
        std::byte* const memory = map(PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
        if (!read_all(made->file_, memory, size))
            throw cannot_read(path, errno != 0 ? std::strerror(errno) : "it became shorter while it was read");
        ::mprotect(memory, size, PROT_READ);
    }
    ::close(made->file_);
    made->file_ = -1;
    // What `git clone` leaves in place of a large file where Git LFS is not installed.
    constexpr std::string_view pointer = "version https://git-lfs.github.com/spec/";
    if (std::string_view(reinterpret_cast<const char*>(made->bytes_.data()), size).starts_with(pointer))
        throw cannot_read(path, "it is a Git LFS pointer; its content has not been downloaded (git lfs pull)");
    return made;
}

MappedFile::~MappedFile() {
    if (file_ >= 0) ::close(file_);
    if (bytes_.empty()) return;
    if (place_ < places.size()) {
        const std::lock_guard lock(places_mutex);
        places.at(place_).begin = places.at(place_).end = 0;
    }
    // munmap wants the pointer that mmap gave, which was not const.
    ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

bool MappedFile::changed() const {
    struct stat status {};
    return lost() || (::stat(path_.c_str(), &status) == 0 && stamp_of(status) != stamp_);
}

bool MappedFile::lost() const {
    struct stat status {};
    if (place_ >= places.size()) return false;
    return places.at(place_).zeroed || (::fstat(file_, &status) == 0 && stamp_of(status) != stamp_);
}

}  // namespace glassformer
