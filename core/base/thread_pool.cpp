#include "core/base/thread_pool.h"

#include <algorithm>
#include <chrono>
#include <exception>

#include "core/base/stop_signals.h"
#include "core/base/thread_priority.h"

namespace glassformer {

ThreadPool::ThreadPool(int threads, bool behind) {
    try {
        for (int i = 1; i < std::max(1, threads); ++i)
            workers_.emplace_back([this, behind] {
                leave_stop_signals_to_others();
                if (behind) lower_thread_priority();
                work();
            });
    } catch (...) {  // those that were started wait already
        end();
        throw;
    }
}

ThreadPool::~ThreadPool() { end(); }

void ThreadPool::end() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    wake_.notify_all();
    for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::take_parts(std::unique_lock<std::mutex>& lock) {
    while (next_ < parts_) {
        const int mine = next_++;
        const auto* part = part_;
        lock.unlock();
        std::exception_ptr failure;
        try {
            (*part)(mine);
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        if (failure && !failure_) failure_ = failure;
        if (--unfinished_ == 0) done_.notify_all();
    }
}

/// The runs of one evaluation follow each other within microseconds, and waking a thread takes tens of them: so the
/// next is awaited awake for a moment. Yielding leaves the core to whoever needs it.
template <class Condition>
void ThreadPool::wait_briefly(std::unique_lock<std::mutex>& lock, const Condition& condition) {
    constexpr std::chrono::microseconds moment{50};
    lock.unlock();
    const auto until = std::chrono::steady_clock::now() + moment;
    while (!condition() && std::chrono::steady_clock::now() < until) std::this_thread::yield();
    lock.lock();
}

void ThreadPool::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        wake_.wait(lock, [this] { return stop_ || next_ < parts_; });
        if (stop_) return;
        take_parts(lock);
        wait_briefly(lock, [this, seen = started_.load()] { return started_ != seen; });
    }
}

void ThreadPool::run(int parts, const std::function<void(int)>& part) {
    if (workers_.empty() || parts <= 1) {
        for (int i = 0; i < parts; ++i) part(i);
        return;
    }
    std::unique_lock lock(mutex_);
    part_ = &part;
    parts_ = unfinished_ = parts;
    next_ = 0;
    ++started_;
    failure_ = nullptr;
    wake_.notify_all();
    take_parts(lock);
    wait_briefly(lock, [this] { return unfinished_ == 0; });
    done_.wait(lock, [this] { return unfinished_ == 0; });
    parts_ = next_ = 0;
    if (failure_) std::rethrow_exception(failure_);
}

}  // namespace glassformer
