// Pictures read back from files and held against one another. The tools that read SVG and PDF are optional; without
// them a check says so.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

#include "app/platform/png.h"
#include "tests/support/skipped.h"

namespace glassformer::test {

inline bool have(const char* tool) {
    const std::string command = "command -v " + std::string(tool) + " >/dev/null 2>&1";
    if (std::system(command.c_str()) == 0) return true;  // NOLINT: tools of the system
    skip(Needs::tools, "there is no " + std::string(tool));
    return false;
}

/// The vector file in pixels, by a reader that is not ours; as large as its page.
inline Image read_back(const std::filesystem::path& file, const std::filesystem::path& png, int width, int height) {
    const std::string size = " -scale-to-x " + std::to_string(width) + " -scale-to-y " + std::to_string(height);
    std::filesystem::path base = png;
    base.replace_extension();
    const std::string command = file.extension() == ".svg"
                                    ? "rsvg-convert -o " + png.string() + " " + file.string()
                                    : "pdftoppm -png -singlefile" + size + " " + file.string() + " " + base.string();
    REQUIRE(std::system(command.c_str()) == 0);  // NOLINT
    return read_png(png);
}

/// How far two pictures are from one another: the mean difference of a channel, 0 to 255, of cells of 8 × 8 pixels, so
/// that the way edges of letters are smoothed does not count.
inline double distance(const Image& a, const Image& b) {
    REQUIRE(a.width == b.width);
    REQUIRE(a.height == b.height);
    constexpr int side = 8;
    double sum = 0;
    int cells = 0;
    for (int top = 0; top + side <= a.height; top += side)
        for (int left = 0; left + side <= a.width; left += side, ++cells)
            for (int channel = 0; channel < 3; ++channel) {
                double difference = 0;
                for (int y = top; y < top + side; ++y)
                    for (int x = left; x < left + side; ++x)
                        difference += static_cast<double>(a.pixel(x, y)[channel]) - b.pixel(x, y)[channel];
                sum += std::abs(difference) / (side * side);
            }
    return sum / (3.0 * cells);
}

/// The mean difference of neighbours along rows: larger where edges are sharp.
inline double sharpness(const Image& image) {
    double sum = 0;
    for (int y = 0; y < image.height; ++y)
        for (int x = 1; x < image.width; ++x) sum += std::abs(image.pixel(x, y)[1] - image.pixel(x - 1, y)[1]);
    return sum / image.height;
}

inline Image enlarged(const Image& image, int scale) {
    Image large{image.width * scale, image.height * scale, {}};
    large.rgba.resize(4 * static_cast<std::size_t>(large.width) * static_cast<std::size_t>(large.height));
    for (int y = 0; y < large.height; ++y)
        for (int x = 0; x < large.width; ++x)
            std::memcpy(large.rgba.data() + 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(large.width) +
                                                 static_cast<std::size_t>(x)),
                        image.pixel(x / scale, y / scale), 4);
    return large;
}

}  // namespace glassformer::test
