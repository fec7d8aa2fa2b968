// Framebuffer in memory for one picture larger than the window. Restores the previous framebuffer afterwards.
#pragma once

#include "app/paint/theme.h"
#include "app/platform/window.h"

namespace glassformer {

class MemoryTarget {
public:
    /// Makes and binds the framebuffer. Throws Error with the size and the driver's limit if it is too large.
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
