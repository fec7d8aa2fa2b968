#include "app/fetch/blob.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <ios>
#include <string_view>
#include <thread>

#include "app/fetch/checksum.h"
#include "app/fetch/download.h"
#include "app/fetch/fetch_model.h"
#include "app/fetch/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

constexpr int most_idle_attempts = 5, most_requests = 200;  // of one file; idle: without bytes, or too few a second
constexpr std::chrono::milliseconds first_pause{250};

fs::path blob_of(const RemoteFile& file, const fs::path& folder) { return folder / "blobs" / file.checksum; }

fs::path incomplete_of(const RemoteFile& file, const fs::path& folder) {
    fs::path path = blob_of(file, folder);
    path += ".incomplete";
    return path;
}

/// Where Hugging Face's libraries lock a blob while they get it.
fs::path lock_of(const RemoteFile& file, const fs::path& folder) {
    return folder.parent_path() / ".locks" / folder.filename() / (file.checksum + ".lock");
}

/// As Hugging Face's libraries lock it: the file stays, and who comes second waits for the other (core/base/file_lock.h
/// never waits, and takes its file away).
class HubLock {
public:
    explicit HubLock(const fs::path& path) {
        std::error_code failed;
        fs::create_directories(path.parent_path(), failed);
        file_ = open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
        if (file_ < 0 || flock(file_, LOCK_EX) != 0) {
            if (file_ >= 0) close(file_);
            throw Error(fmt::format(texts::fetch::not_written, path_text(path)));
        }
    }
    ~HubLock() { close(file_); }
    HubLock(const HubLock&) = delete;
    HubLock& operator=(const HubLock&) = delete;

private:
    int file_ = -1;
};

std::uint64_t size_of(const fs::path& file) {
    std::error_code missing;
    const std::uintmax_t size = fs::file_size(file, missing);
    return missing ? 0 : size;
}

/// One request for what is missing of the file; its bytes go to the end of it. Throws Error where going on is no use.
Answer get_rest(const RemoteFile& file, const fs::path& into, Downloader& hub,
                const std::function<void(const FetchProgress&)>& report) {
    std::uint64_t done = size_of(into);
    if (done >= file.size) done = 0;  // of another program, or what has not its checksum
    const std::uint64_t from = done;
    std::ofstream bytes;
    bool written = true;
    const auto take = [&](const Answer& head, std::string_view part) {
        if (!bytes.is_open()) {  // at the first bytes: is this the part that was asked for, or all of it?
            if (head.status == 206) {
                const auto range = head.headers.find("content-range");
                if (range == head.headers.end() || !range->second.starts_with(fmt::format("bytes {}-", from)))
                    return false;
            } else {
                done = 0;
            }
            bytes.open(into, std::ios::binary | (done > 0 ? std::ios::app : std::ios::trunc));
        }
        if (part.size() > file.size - done) return false;
        written = static_cast<bool>(bytes.write(part.data(), static_cast<std::streamsize>(part.size())));
        done += part.size();
        if (written) report({.file = file.name, .done = done, .size = file.size, .was_there = false});
        return written;
    };
    Answer answer = hub.send({.url = file.url, .from = from, .with_token = true, .take = take});
    if (bytes.is_open()) {
        bytes.close();
        written = written && !bytes.fail();
    }
    if (!written) throw Error(fmt::format(texts::fetch::not_written, path_text(into)));
    if (answer.refused) {
        std::error_code unremoved;
        fs::remove(into, unremoved);
        throw Error(fmt::format(texts::fetch::not_as_said, file.name, file.size));
    }
    return answer;
}

/// All of the bytes, over as many requests as it takes.
void get_all(const RemoteFile& file, const fs::path& into, Downloader& hub,
             const std::function<void(const FetchProgress&)>& report) {
    std::chrono::milliseconds pause = first_pause;
    int requests = 0;
    for (int attempts = 0; size_of(into) != file.size || file.size == 0;) {
        const std::uint64_t before = size_of(into);
        const Answer answer = get_rest(file, into, hub, report);
        const bool is_body = answer.status == 200 || answer.status == 206;
        if (file.size == 0 && is_body) {
            std::ofstream(into, std::ios::trunc).close();
            return;
        }
        if (file.size > 0 && size_of(into) == file.size) return;
        // A server that is busy, or a connection that broke, is asked again; what it forbids or has not is not.
        const bool past_the_end = answer.status == 416;
        if (past_the_end || (is_body && answer.problem.empty())) {
            std::error_code unremoved;
            fs::remove(into, unremoved);
            throw Error(fmt::format(texts::fetch::not_as_said, file.name, file.size));
        }
        if (!is_body && answer.status != 0 && answer.status != 429 && answer.status / 100 != 5)
            throw Error(fmt::format(texts::fetch::no_file, file.name, answer.status));
        attempts = size_of(into) > before && !answer.slow ? 0 : attempts + 1;
        if (attempts == most_idle_attempts || ++requests == most_requests)
            throw Error(answer.problem.empty()
                            ? fmt::format(texts::fetch::no_file, file.name, answer.status)
                            : fmt::format(texts::fetch::broken, file.name, size_of(into), file.size, answer.problem));
        if (attempts == 0) {
            pause = first_pause;
        } else {
            std::this_thread::sleep_for(pause);
            pause *= 2;
        }
    }
}

}  // namespace

std::uint64_t missing_bytes(const RemoteFile& file, const fs::path& folder) {
    std::error_code missing;
    if (fs::exists(blob_of(file, folder), missing)) return 0;
    return file.size - std::min(file.size, size_of(incomplete_of(file, folder)));
}

void get_blob(const RemoteFile& file, const fs::path& folder, Downloader& hub,
              const std::function<void(const FetchProgress&)>& report) {
    const fs::path blob = blob_of(file, folder), incomplete = incomplete_of(file, folder);
    std::error_code failed;
    if (fs::exists(blob, failed)) {
        report({.file = file.name, .done = file.size, .size = file.size, .was_there = true});
        return;
    }
    fs::create_directories(blob.parent_path(), failed);
    if (failed) throw Error(fmt::format(texts::fetch::no_folder, path_text(blob.parent_path()), failed.message()));
    const HubLock lock(lock_of(file, folder));
    if (fs::exists(blob, failed)) return get_blob(file, folder, hub, report);  // another program was faster
    get_all(file, incomplete, hub, report);
    if (checksum_of(incomplete, file.checksum.size()) != file.checksum) {
        fs::remove(incomplete, failed);
        throw Error(fmt::format(texts::fetch::other_bytes, file.name));
    }
    fs::rename(incomplete, blob, failed);
    if (failed) throw Error(fmt::format(texts::fetch::not_written, path_text(blob)));
}

void link_blob(const RemoteFile& file, const fs::path& folder, const fs::path& snapshot) {
    std::error_code failed;
    fs::create_directories(snapshot, failed);
    if (failed) throw Error(fmt::format(texts::fetch::no_folder, path_text(snapshot), failed.message()));
    const fs::path link = snapshot / file.name, target = fs::path("..") / ".." / "blobs" / file.checksum;
    const auto is_there = [&] {
        std::error_code unread;
        return fs::read_symlink(link, unread) == target;
    };
    if (is_there()) return;
    fs::remove(link, failed);
    fs::create_symlink(target, link, failed);
    if (failed && is_there()) return;  // another program was faster
    if (failed) fs::copy_file(blob_of(file, folder), link, failed);
    if (failed) throw Error(fmt::format(texts::fetch::not_written, path_text(link)));
}

}  // namespace glassformer
