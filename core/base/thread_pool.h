// The one thread pool of the process. Whoever needs it is handed a reference; mixed pools cost a factor of four.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace glassformer {

class ThreadPool {
public:
    /// threads >= 1; the caller's thread is one of them. `behind`: the others give way to what draws
    /// (core/base/thread_priority.h).
    explicit ThreadPool(int threads, bool behind = false);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    int threads() const { return static_cast<int>(workers_.size()) + 1; }

    /// Calls part(i) for i in 0 … parts-1, split over the threads, and returns when all are done. One caller at a
    /// time; the first exception of a part is thrown again here after all parts have ended.
    void run(int parts, const std::function<void(int)>& part);

private:
    void work();
    void end();
    void take_parts(std::unique_lock<std::mutex>& lock);
    template <class Condition>
    static void wait_briefly(std::unique_lock<std::mutex>& lock, const Condition& condition);

    std::mutex mutex_;
    std::condition_variable wake_, done_;
    const std::function<void(int)>* part_ = nullptr;
    int parts_ = 0, next_ = 0;
    std::atomic<int> unfinished_ = 0;    // written under the mutex; read without it while waiting briefly
    std::atomic<unsigned> started_ = 0;  // runs so far, alike
    bool stop_ = false;
    std::exception_ptr failure_;
    std::vector<std::thread> workers_;
};

}  // namespace glassformer
