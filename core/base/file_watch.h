// Tells when a file is written anew: by another program, while a window shows what was in it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <thread>

namespace glassformer {

/// A thread of its own looks, so that the window can sleep.
class FileWatch {
public:
    FileWatch() = default;
    ~FileWatch() { stop(); }
    FileWatch(const FileWatch&) = delete;
    FileWatch& operator=(const FileWatch&) = delete;

    /// `wake` is called on the thread. An empty file: nothing is watched.
    void watch(const std::filesystem::path& file, std::function<void()> wake);
    bool take_change() { return changed_.exchange(false); }

private:
    void stop();

    std::thread thread_;
    std::mutex mutex_;
    std::condition_variable ends_;
    bool ending_ = false;
    std::atomic<bool> changed_{false};
};

}  // namespace glassformer
