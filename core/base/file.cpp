#include "core/base/file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/folder.h"
#include "core/base/mapped_file.h"

namespace glassformer {

namespace {

constexpr std::string_view temporary_mark = ".new";
constexpr std::size_t temporary_digits = 10;  // of 32 bits: names that nobody gives by hand

/// The file that "talk.glassformer.new0123456789" was to become; empty where it is no such name.
std::string written_name(const std::string& name) {
    const std::size_t tail = temporary_mark.size() + temporary_digits;
    if (name.size() <= tail) return {};
    const std::string_view end = std::string_view(name).substr(name.size() - tail);
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    if (!end.starts_with(temporary_mark) || !std::ranges::all_of(end.substr(temporary_mark.size()), digit)) return {};
    return name.substr(0, name.size() - tail);
}

/// The file, open and locked until it is closed; −1 where another process has the lock, or nothing can be locked.
int locked(const std::filesystem::path& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0 || ::flock(file, LOCK_EX | LOCK_NB) == 0) return file;
    ::close(file);
    return -1;
}

/// The file that links lead to, or the path itself. Throws Error where they lead in a circle.
std::filesystem::path behind_links(const std::filesystem::path& given) {
    std::filesystem::path path = given;
    std::error_code problem;
    for (int links = 0; links <= 40; ++links) {
        // /dev/stdout may lead to a plain file: the one that this program writes its results to.
        const std::filesystem::path folder =
            std::filesystem::weakly_canonical(std::filesystem::absolute(path, problem).parent_path(), problem);
        const std::string whole = (folder / path.filename()).string();
        for (const char* system : {"/dev/", "/proc/"})
            if (whole.starts_with(system) && !whole.starts_with("/dev/shm/"))
                throw Error("cannot write " + path_text(given) + ": it is not a regular file");
        if (!std::filesystem::is_symlink(path, problem)) return path;
        const std::filesystem::path target = std::filesystem::read_symlink(path, problem);
        if (problem) throw Error("cannot write " + path_text(given) + ": " + problem.message());
        path = path.parent_path() / target;  // or the target alone where it is absolute
    }
    throw Error("cannot write " + path_text(given) + ": its symbolic links form a loop");
}

}  // namespace

std::string path_text(const std::filesystem::path& path) {
    constexpr std::size_t longest = 160, kept = 70;
    std::string text = path.string();
    if (text.size() <= longest) return text;
    const auto inside = [&](std::size_t at) {  // a character, not at its start
        return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
    };
    std::size_t head = kept, tail = text.size() - kept;
    while (head > 0 && inside(head)) --head;
    while (tail < text.size() && inside(tail)) ++tail;
    return text.substr(0, head) + "…" + text.substr(tail);
}

std::string read_file(const std::filesystem::path& path, std::size_t limit) {
    const auto file = MappedFile::open(path);
    const auto bytes = file->bytes();
    if (bytes.size() > limit)
        throw Error(path_text(path) + " has " + std::to_string(bytes.size()) + " bytes; at most " +
                    std::to_string(limit) + " are read");
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string read_text_file(const std::filesystem::path& path) { return read_file(path, std::size_t{16} << 20U); }

bool remove_leftover(const std::filesystem::path& file) {
    std::error_code ignored;
    if (written_name(file.filename().string()).empty()) return false;
    if (!std::filesystem::is_regular_file(std::filesystem::symlink_status(file, ignored))) return false;
    const int lock = locked(file);
    if (lock < 0) return false;
    // A writer gives its lock back only when the file has its own name, or is gone.
    const bool removed = std::filesystem::remove(file, ignored);
    ::close(lock);
    return removed;
}

void remove_leftovers(const std::filesystem::path& path) {
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    const std::string name = path.filename().string();
    std::vector<std::filesystem::path> found;
    std::error_code unread;
    for (const std::string& other : names_in(folder, unread))
        if (written_name(other) == name) found.push_back(folder / other);
    for (const std::filesystem::path& file : found) remove_leftover(file);
}

FileReplacement::FileReplacement(const std::filesystem::path& path, FileReaders readers) : path_(behind_links(path)) {
    std::error_code problem;
    const bool exists = std::filesystem::exists(path_, problem);
    if (problem) throw Error("cannot write " + path_text(path_) + ": " + problem.message());
    // Renaming would replace a device or a pipe by a plain file.
    if (exists && !std::filesystem::is_regular_file(path_, problem))
        throw Error("cannot write " + path_text(path_) + ": it is not a regular file");
    if (path_.has_parent_path()) std::filesystem::create_directories(path_.parent_path(), problem);
    if (problem) throw Error("cannot make the folder " + path_text(path_.parent_path()) + ": " + problem.message());
    remove_leftovers(path_);
    try {
        open_temporary(readers);
    } catch (...) {  // no destructor will
        take_temporary_away();
        throw;
    }
}

void FileReplacement::take_temporary_away() {
    stream_.close();
    if (!temporary_.empty()) {
        std::error_code ignored;
        std::filesystem::remove(temporary_, ignored);
    }
    if (lock_ >= 0) ::close(lock_);
}

void FileReplacement::open_temporary(FileReaders readers) {
    struct stat before {};
    const bool replaces = ::stat(path_.c_str(), &before) == 0;
    const bool keeps_mode = replaces && readers == FileReaders::usual;
    if (keeps_mode) mode_ = before.st_mode & 07777;
    const mode_t made = readers == FileReaders::owner ? 0600 : keeps_mode ? 0600 | (before.st_mode & 0666) : 0666;
    for (int tries = 0; tries < 10; ++tries) {
        // A name of its own: two processes may write the same file, and the last to commit wins.
        std::string number = std::to_string(std::random_device{}());
        number.insert(0, temporary_digits - std::min(temporary_digits, number.size()), '0');
        temporary_ = path_.string() + std::string(temporary_mark) + number;
        // Made here and by nobody else, as no link to another file.
        const int file = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, made);
        if (file < 0 && errno == EEXIST) continue;
        if (file < 0) {
            const int why = errno;
            temporary_.clear();
            throw Error("cannot write " + path_text(path_) + ": " + std::strerror(why));
        }
        // What was made is what is locked, until it has its own name or is gone; where the file system knows no locks,
        // nobody takes it for a leftover either.
        const bool taken = ::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
        lock_ = file;
        if (!taken && ::access(temporary_.c_str(), F_OK) == 0) {
            stream_.open(temporary_, std::ios::binary | std::ios::in | std::ios::out);
            if (!stream_) throw Error("cannot write " + path_text(path_) + ": " + std::strerror(errno));
            return;
        }
        // Another process took it for a leftover before the lock was there.
        ::close(std::exchange(lock_, -1));
    }
    temporary_.clear();
    throw Error("cannot write " + path_text(path_) + ": its temporary file keeps being deleted");
}

FileReplacement::~FileReplacement() { take_temporary_away(); }

void FileReplacement::write(std::string_view bytes) {
    stream_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

void FileReplacement::finish() {
    if (stream_.is_open()) stream_.close();
    if (!stream_) throw Error("cannot write " + path_text(path_) + ": the disk may be full");
}

void FileReplacement::commit() {
    finish();
    // The umask has no say in what the old file's owner chose, and until now it may have been one that nobody can
    // write.
    if (mode_ != 0) ::chmod(temporary_.c_str(), mode_);
    std::error_code problem;
    std::filesystem::rename(temporary_, path_, problem);
    if (problem) throw Error("cannot write " + path_text(path_) + ": " + problem.message());
    temporary_.clear();
}

void FileReplacement::commit_durably() {
    stream_.flush();
    if (!stream_) throw Error("cannot write " + path_text(path_) + ": the disk may be full");
    const auto sync = [&](const std::filesystem::path& path, int flags) {
        const int file = ::open(path.c_str(), flags | O_CLOEXEC);
        // A folder may be one that can be written and not listed.
        if (file < 0 && errno == EACCES && (flags & O_DIRECTORY) != 0) return;
        if (file < 0) throw Error("cannot write " + path_text(path_) + ": " + std::strerror(errno));
        const int failed = ::fsync(file) == 0 ? 0 : errno;
        ::close(file);
        // Some file systems cannot do it for folders, and say so.
        if (failed != 0 && failed != EINVAL && failed != EROFS)
            throw Error("cannot write " + path_text(path_) + ": " + std::strerror(failed));
    };
    sync(temporary_, O_RDONLY);
    commit();
    sync(path_.has_parent_path() ? path_.parent_path() : std::filesystem::path("."), O_RDONLY | O_DIRECTORY);
}

void write_file_durably(const std::filesystem::path& path, std::string_view text, FileReaders readers) {
    FileReplacement file(path, readers);
    file.write(text);
    file.commit_durably();
}

void write_file(const std::filesystem::path& path, std::string_view text, FileReaders readers) {
    FileReplacement file(path, readers);
    file.write(text);
    file.commit();
}

void make_private_folder(const std::filesystem::path& folder) {
    std::error_code problem;
    if (folder.empty() || std::filesystem::is_directory(folder, problem)) return;
    if (folder.has_parent_path() && folder.parent_path() != folder) make_private_folder(folder.parent_path());
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        throw Error("cannot make the folder " + path_text(folder) + ": " + std::strerror(errno));
}

}  // namespace glassformer
