// Drawing into memory for tests: a platform without a display, a frame that has settled, its pixels as colours.
#pragma once

#include <functional>
#include <memory>

#include "app/platform/window.h"
#include "app/widgets/gui.h"

namespace glassformer::test {

/// Null, with a message in the test's output, where EGL surfaceless is missing.
std::unique_ptr<Platform> headless(PixelSize size = {400, 300}, float scale = 1);

struct Rgb {
    int r, g, b;
    bool operator==(const Rgb&) const = default;
};
Rgb pixel(const Image& image, float x, float y);
Rgb bytes(Colour colour);
/// The largest of the three channels' differences.
int difference(Rgb a, Rgb b);

/// Draws with a painter once fonts and layout have settled, and returns the picture.
Image drawn(Platform& platform, Gui& gui, const std::function<void(Ui&)>& draw);

}  // namespace glassformer::test
