// One piece of work at a time on a thread of its own. The frames that want its answer never wait for it: a piece that
// is given up ends by itself, and the next one starts in a later frame.
#pragma once

#include <atomic>
#include <functional>
#include <new>
#include <thread>
#include <utility>

#include "core/base/thread_priority.h"

namespace glassformer {

class Background {
public:
    /// `behind`: gives way to what draws (core/base/thread_priority.h).
    explicit Background(bool behind = true) : behind_(behind) {}
    ~Background() {
        stop();
        wait();
    }
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    /// Nothing runs: start() may be called.
    bool idle() const { return ended_; }
    /// `work` is to end soon once what it is handed is true; `wake` is called when it has ended.
    void start(std::function<void(const std::atomic<bool>& stopped)> work, std::function<void()> wake) {
        wait();  // it has ended
        stopped_ = ended_ = false;
        thread_ = std::thread([this, work = std::move(work), wake = std::move(wake)] {
            if (behind_) lower_thread_priority();
            try {
                work(stopped_);
            } catch (const std::bad_alloc&) {
                // As if it had not been asked for: what waits for it asks again.
            }
            ended_ = true;
            wake();
        });
    }
    /// Asks it to end; does not wait.
    void stop() { stopped_ = true; }
    /// Until it has ended.
    void wait() {
        if (thread_.joinable()) thread_.join();
    }

private:
    bool behind_;
    std::atomic<bool> stopped_{false}, ended_{true};
    std::thread thread_;
};

}  // namespace glassformer
