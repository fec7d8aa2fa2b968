// Pictures on the clipboard. GLFW knows texts only; on Linux xclip (X11) and wl-copy (Wayland) hold a picture until
// something else is copied.
#pragma once

#include "app/platform/window.h"

namespace glassformer {

/// Copies it as a PNG. Throws Error, which says what to install where neither program is there.
void copy_picture(const Image& image);

}  // namespace glassformer
