// A framebuffer in memory for one picture larger than the window. The one that was drawn into before comes back.
#pragma once

#include "app/paint/theme.h"
#include "app/platform/window.h"

namespace glassformer {

class MemoryTarget {
public:
    /// Drawn into from now on. Throws Error naming the size and the driver's limit where that is too large.
    explicit MemoryTarget(PixelSize size);
    ~MemoryTarget();
    MemoryTarget(const MemoryTarget&) = delete;
    MemoryTarget& operator=(const MemoryTarget&) = delete;

    PixelSize size() const { return size_; }
    void clear(Colour colour) const;
    Image read() const;

private:
    PixelSize size_;
    unsigned target_ = 0, colour_ = 0;
    int before_ = 0;
};

}  // namespace glassformer
