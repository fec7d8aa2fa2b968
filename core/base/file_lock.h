// Which of several running programs has something: a file that it holds locked. Process numbers do not tell it: they
// come again, after a restart and within containers.
#pragma once

#include <cstdint>
#include <filesystem>

namespace glassformer {

/// Held until it goes, or until the program ends in any way; the file goes with it.
class FileLock {
public:
    enum class State : std::uint8_t {
        held,     // by this
        taken,    // by another
        unknown,  // the file system knows no locks, or the file cannot be made
    };
    FileLock() = default;
    explicit FileLock(std::filesystem::path path);
    ~FileLock();
    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&& other) noexcept;
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

    State state() const { return state_; }
    /// Gives it back and leaves the file, unlocked: what it was about is still there.
    void leave();

private:
    void give_back();

    std::filesystem::path path_;
    int file_ = -1;
    State state_ = State::unknown;
};

/// Somebody holds the lock, this program or another one.
bool is_locked(const std::filesystem::path& path);

}  // namespace glassformer
