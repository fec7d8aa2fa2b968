#include "core/pool.h"

#include <algorithm>
#include <exception>

namespace glassformer {

Pool::Pool(int threads) {
    for (int i = 1; i < std::max(1, threads); ++i) workers_.emplace_back([this] { work(); });
}

Pool::~Pool() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    wake_.notify_all();
    for (std::thread& worker : workers_) worker.join();
}

void Pool::take_parts(std::unique_lock<std::mutex>& lock) {
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

void Pool::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        wake_.wait(lock, [this] { return stop_ || next_ < parts_; });
        if (stop_) return;
        take_parts(lock);
    }
}

void Pool::run(int parts, const std::function<void(int)>& part) {
    if (workers_.empty() || parts <= 1) {
        for (int i = 0; i < parts; ++i) part(i);
        return;
    }
    std::unique_lock lock(mutex_);
    part_ = &part;
    parts_ = unfinished_ = parts;
    next_ = 0;
    failure_ = nullptr;
    wake_.notify_all();
    take_parts(lock);
    done_.wait(lock, [this] { return unfinished_ == 0; });
    parts_ = next_ = 0;
    if (failure_) std::rethrow_exception(failure_);
}

}  // namespace glassformer
