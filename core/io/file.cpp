#include "core/io/file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <random>

#include "core/error.h"
#include "core/io/mapped_file.h"

namespace glassformer {

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

FileReplacement::FileReplacement(std::filesystem::path path) : path_(std::move(path)) {
    std::error_code problem;
    const bool exists = std::filesystem::exists(path_, problem);
    if (problem) throw Error("cannot write " + path_text(path_) + ": " + problem.message());
    // Renaming would replace a device or a pipe by a plain file.
    if (exists && !std::filesystem::is_regular_file(path_, problem))
        throw Error("cannot write " + path_text(path_) + ": it is not a regular file");
    if (path_.has_parent_path()) std::filesystem::create_directories(path_.parent_path(), problem);
    if (problem) throw Error("cannot make the folder " + path_text(path_.parent_path()) + ": " + problem.message());
    // A name of its own: two processes may write the same file, and the last to commit wins.
    temporary_ = path_.string() + ".new" + std::to_string(std::random_device{}());
    stream_.open(temporary_, std::ios::binary | std::ios::trunc);
    if (!stream_) throw Error("cannot write " + path_text(path_) + ": " + std::strerror(errno));
}

FileReplacement::~FileReplacement() {
    if (temporary_.empty()) return;
    stream_.close();
    std::error_code ignored;
    std::filesystem::remove(temporary_, ignored);
}

void FileReplacement::write(std::string_view bytes) {
    stream_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

void FileReplacement::commit() {
    stream_.close();
    if (!stream_) throw Error("cannot write " + path_text(path_) + ": the disk may be full");
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

void write_file_durably(const std::filesystem::path& path, std::string_view text) {
    FileReplacement file(path);
    file.write(text);
    file.commit_durably();
}

void write_file(const std::filesystem::path& path, std::string_view text) {
    FileReplacement file(path);
    file.write(text);
    file.commit();
}

}  // namespace glassformer
