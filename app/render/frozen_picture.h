// A copy of what the window shows, held in its place while the frames go on unseen.
#pragma once

#include "app/platform/window.h"

namespace glassformer {

class FrozenPicture {
public:
    /// Copies the framebuffer that is bound. Throws Error where the driver has no room for it.
    explicit FrozenPicture(PixelSize size);
    ~FrozenPicture();
    FrozenPicture(const FrozenPicture&) = delete;
    FrozenPicture& operator=(const FrozenPicture&) = delete;

    /// Fills the framebuffer that is bound, which may have another size by now.
    void show(PixelSize size) const;

private:
    PixelSize size_;
    unsigned copy_ = 0, colour_ = 0;
};

}  // namespace glassformer
