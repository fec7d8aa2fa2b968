#include "tests/support/drawing.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "core/base/error.h"
#include "tests/support/skipped.h"

namespace glassformer::test {

std::unique_ptr<Platform> headless(PixelSize size, float scale) {
    try {
        return open_headless(size, scale);
    } catch (const Error& error) {
        skip(Needs::opengl, std::string("not drawn: ") + error.what());
        return nullptr;
    }
}

Rgb pixel(const Image& image, float x, float y) {
    const std::uint8_t* p = image.pixel(static_cast<int>(x), static_cast<int>(y));
    return {p[0], p[1], p[2]};
}

Rgb bytes(Colour c) {
    const auto byte = [](float v) { return static_cast<int>(std::lround(v * 255)); };
    return {byte(c.r), byte(c.g), byte(c.b)};
}

int difference(Rgb a, Rgb b) { return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)}); }

Image drawn(Platform& platform, Gui& gui, const std::function<void(Ui&)>& draw) {
    gui.settle(draw, 30);
    return platform.read_pixels();
}

}  // namespace glassformer::test
