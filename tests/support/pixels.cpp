// Loops over the pixels of whole pictures. They are optimised in every build (tests/CMakeLists.txt).
#include <doctest/doctest.h>

#include <cstdlib>
#include <cstring>

#include "tests/support/lesson_pictures.h"
#include "tests/support/written_pictures.h"

namespace glassformer::test {

std::size_t different_pixels(const Image& a, const Image& b, const std::vector<Rect>& except) {
    REQUIRE(a.width == b.width);
    REQUIRE(a.height == b.height);
    if (a.rgba == b.rgba) return 0;
    std::size_t count = 0;
    for (int y = 0; y < a.height; ++y) {
        const std::uint8_t *one = a.pixel(0, y), *other = b.pixel(0, y);
        if (std::memcmp(one, other, 4 * static_cast<std::size_t>(a.width)) == 0) continue;
        for (int x = 0; x < a.width; ++x, one += 4, other += 4) {
            bool differs = false;
            for (int channel = 0; channel < 3; ++channel)
                differs = differs || std::abs(one[channel] - other[channel]) > 1;
            const Vec2 at{static_cast<float>(x), static_cast<float>(y)};
            for (const Rect& rect : except) differs = differs && !rect.contains(at);
            count += differs ? 1 : 0;
        }
    }
    return count;
}

void blacken(Image& image, const Rect& place) {
    const int left = static_cast<int>(place.x), right = static_cast<int>(place.right());
    for (int y = static_cast<int>(place.y); y < static_cast<int>(place.bottom()); ++y)
        for (int x = left; x < right; ++x)
            std::memset(image.rgba.data() + (image.pixel(x, y) - image.rgba.data()), 0, 3);
}

double distance(const Image& a, const Image& b) {
    REQUIRE(a.width == b.width);
    REQUIRE(a.height == b.height);
    constexpr int side = 8;
    double sum = 0;
    int cells = 0;
    for (int top = 0; top + side <= a.height; top += side)
        for (int left = 0; left + side <= a.width; left += side, ++cells) {
            int difference[3] = {0, 0, 0};
            for (int y = top; y < top + side; ++y) {
                const std::uint8_t *one = a.pixel(left, y), *other = b.pixel(left, y);
                for (int x = 0; x < side; ++x, one += 4, other += 4)
                    for (int channel = 0; channel < 3; ++channel) difference[channel] += one[channel] - other[channel];
            }
            for (const int channel : difference) sum += static_cast<double>(std::abs(channel)) / (side * side);
        }
    return sum / (3.0 * cells);
}

double sharpness(const Image& image) {
    double sum = 0;
    for (int y = 0; y < image.height; ++y) {
        const std::uint8_t* at = image.pixel(0, y);
        for (int x = 1; x < image.width; ++x, at += 4) sum += std::abs(at[5] - at[1]);
    }
    return sum / image.height;
}

Image enlarged(const Image& image, int scale) {
    Image large{image.width * scale, image.height * scale, {}};
    large.rgba.resize(4 * static_cast<std::size_t>(large.width) * static_cast<std::size_t>(large.height));
    std::uint8_t* to = large.rgba.data();
    for (int y = 0; y < large.height; ++y)
        for (int x = 0; x < large.width; ++x, to += 4) std::memcpy(to, image.pixel(x / scale, y / scale), 4);
    return large;
}

}  // namespace glassformer::test
