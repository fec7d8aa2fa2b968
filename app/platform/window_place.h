// Where a window is put back: where it was, as far as a screen is there to show it.
#pragma once

#include <span>

#include "app/platform/window.h"

namespace glassformer {

/// The place on the screen that shows most of it, made smaller and moved so that all of it is seen; on the first screen
/// where none shows any of it, and as wanted where no screen is known.
WindowPlace fitted(WindowPlace wanted, std::span<const WindowPlace> screens);

}  // namespace glassformer
