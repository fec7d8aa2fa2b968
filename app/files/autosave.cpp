#include "app/files/autosave.h"

#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <vector>

#include "core/base/file.h"
#include "core/base/folder.h"

namespace glassformer {

namespace {

constexpr std::string_view copy_prefix = "autosave-", lock_prefix = "window-", lock_ending = ".lock";

/// Number of "autosave-123.glassformer", of that prefix and ending; 0 where it is no such name.
int number_in(const std::string& name, std::string_view prefix, std::string_view ending) {
    if (!name.starts_with(prefix) || !name.ends_with(ending) || name.size() <= prefix.size() + ending.size()) return 0;
    int number = 0;
    const char* const first = name.data() + prefix.size();
    const char* const last = name.data() + name.size() - ending.size();
    const auto read = std::from_chars(first, last, number);
    return read.ec == std::errc{} && read.ptr == last ? number : 0;
}

bool runs(int process) { return process != getpid() && (kill(process, 0) == 0 || errno == EPERM); }

}  // namespace

Autosave::Autosave(std::filesystem::path folder) : folder_(std::move(folder)) {}

std::filesystem::path Autosave::copy_of(int number) const {
    return folder_ / (std::string(copy_prefix) + std::to_string(number) + std::string(session_ending));
}

std::filesystem::path Autosave::lock_of(int number) const {
    return folder_ / (std::string(lock_prefix) + std::to_string(number) + std::string(lock_ending));
}

/// A number that no other window has, and no copy that is still to be offered.
void Autosave::claim() {
    make_private_folder(folder_);
    std::error_code unread;
    for (int number = getpid(); number_ == 0; ++number) {
        if (std::filesystem::exists(copy_of(number), unread)) continue;
        lock_ = FileLock(lock_of(number));
        if (lock_.state() != FileLock::State::taken) number_ = number;
    }
}

bool Autosave::ended(int number) const {
    if (number == number_) return false;
    std::error_code unread;
    if (std::filesystem::exists(lock_of(number), unread)) return !is_locked(lock_of(number));
    return !runs(number);  // where the file system knows no locks
}

std::filesystem::path Autosave::left_behind() const {
    if (!on()) return {};
    std::error_code ignored;
    std::filesystem::path newest;
    std::filesystem::file_time_type newest_time;
    std::vector<std::filesystem::path> unfinished;
    const std::vector<std::string> names = names_in(folder_, ignored);
    for (const std::string& name : names) {
        const std::filesystem::path copy = folder_ / name;
        if (name.starts_with(copy_prefix)) unfinished.push_back(copy);
        const int number = number_in(name, copy_prefix, session_ending);
        if (number <= 0 || !ended(number)) continue;
        std::error_code unread;
        const auto time = std::filesystem::last_write_time(copy, unread);
        if (unread || (!newest.empty() && time <= newest_time)) continue;
        newest = copy;
        newest_time = time;
    }
    for (const std::filesystem::path& copy : unfinished) remove_leftover(copy);
    for (const std::string& name : names) {  // of windows that were killed
        const int number = number_in(name, lock_prefix, lock_ending);
        if (number > 0 && number != number_ && !std::filesystem::exists(copy_of(number), ignored))
            const FileLock gone(folder_ / name);  // which takes the file away where nobody holds it
    }
    return newest;
}

void Autosave::save(const SessionFile& session) {
    if (!on()) return;
    if (number_ == 0) claim();
    save_session(copy_of(number_), session, FileReaders::owner);
}

void Autosave::leave() {
    std::error_code unread;
    if (number_ != 0 && std::filesystem::exists(copy_of(number_), unread)) lock_.leave();
}

void Autosave::remove() const {
    std::error_code ignored;
    if (number_ != 0) std::filesystem::remove(copy_of(number_), ignored);
}

}  // namespace glassformer
