// Pictures read back from files and held against one another. The tools that read SVG and PDF are optional; without
// them a check says so.
#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
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
double distance(const Image& a, const Image& b);
/// The mean difference of neighbours along rows: larger where edges are sharp.
double sharpness(const Image& image);
Image enlarged(const Image& image, int scale);

}  // namespace glassformer::test
