#include "core/base/file_watch.h"

#include <chrono>
#include <system_error>
#include <utility>

namespace glassformer {

void FileWatch::watch(const std::filesystem::path& file, std::function<void()> wake) {
    stop();
    if (file.empty()) return;
    ending_ = false;
    thread_ = std::thread([this, file, wake = std::move(wake)] {
        constexpr auto every = std::chrono::milliseconds(500);
        std::error_code unread;
        auto time = std::filesystem::last_write_time(file, unread);
        std::unique_lock lock(mutex_);
        while (!ends_.wait_for(lock, every, [this] { return ending_; })) {
            const auto now = std::filesystem::last_write_time(file, unread);
            if (unread || now == time) continue;  // a file that is being replaced may be away for a moment
            time = now;
            changed_ = true;
            wake();
        }
    });
}

void FileWatch::stop() {
    if (!thread_.joinable()) return;
    {
        const std::scoped_lock lock(mutex_);
        ending_ = true;
    }
    ends_.notify_all();
    thread_.join();
    changed_ = false;
}

}  // namespace glassformer
