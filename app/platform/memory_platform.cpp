#include "app/platform/memory_platform.h"

#include <fmt/core.h>

#include <chrono>

#include "app/platform/texts.h"
#include "core/base/error.h"

namespace glassformer {

MemoryPlatform::MemoryPlatform(PixelSize size, float scale) : size_(size), scale_(scale) {
    if (size.width < 1 || size.height < 1)
        throw Error(fmt::format(texts::platform::no_pixels, size.width, size.height));
}

void MemoryPlatform::begin_frame(double wait_seconds) {
    std::unique_lock lock(mutex_);
    if (events_.empty() && wait_seconds > 0)
        woken_.wait_for(lock, std::chrono::duration<double>(wait_seconds), [this] { return wake_; });
    if (wake_) events_.push(Redraw{});
    wake_ = false;
}

PixelSize MemoryPlatform::framebuffer() const {
    return {static_cast<int>(static_cast<float>(size_.width) * scale_),
            static_cast<int>(static_cast<float>(size_.height) * scale_)};
}

void MemoryPlatform::wake() {
    const std::lock_guard lock(mutex_);
    wake_ = true;
    woken_.notify_one();
}

void MemoryPlatform::resize(PixelSize logical) {
    size_ = logical;
    events_.push(Resize{});
}

}  // namespace glassformer
