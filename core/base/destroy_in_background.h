// The end of what takes long to end, on a thread of its own: a training ends once its step is done, and no frame waits
// for that.
#pragma once

#include <chrono>
#include <future>
#include <memory>
#include <utility>
#include <vector>

namespace glassformer {

/// A member of who lets such things go, which is called with them. It is destroyed once they all have ended.
class DestroyInBackground {
public:
    template <typename Owned>
    void operator()(Owned old) {
        std::erase_if(ending_, [](const std::future<void>& one) {
            return one.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
        });
        ending_.push_back(
            std::async(std::launch::async, [old = std::move(old)]() mutable { const Owned gone = std::move(old); }));
    }

private:
    std::vector<std::future<void>> ending_;
};

}  // namespace glassformer
