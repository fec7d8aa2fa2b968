// The pictures of a page, made short: each letter once, cells as images, and all of it where it was.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "app/handout/figure_sheet.h"
#include "app/platform/png.h"
#include "core/base/file.h"
#include "tests/support/support.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

std::string cell(int x, int y, const std::string& colour) {
    const auto at = [](int a, int b) { return std::to_string(a) + " " + std::to_string(b); };
    return "<path style=\"fill:" + colour + ";\" d=\"M " + at(x, y) + " L " + at(x + 3, y) + " L " + at(x + 3, y + 3) +
           " L " + at(x, y + 3) + " Z M " + at(x, y) + " \"/>\n";
}

std::string letters(const std::string& name) {
    return "<defs>\n<g>\n<symbol overflow=\"visible\" id=\"" + name +
           "-0\">\n<path style=\"stroke:none;\" d=\"M 1.40625 -10.703125 L 7.578125 0 Z M 1.40625 -10.703125 \"/>\n"
           "</symbol>\n</g>\n</defs>\n";
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

}  // namespace

TEST_SUITE_BEGIN("figure_sheet");

TEST_CASE("letters and words of several pictures are written once, at the places where they stood") {
    FigureSheet sheet;
    const auto svg = [](const std::string& name, const char* x, const char* next) {
        return "<svg id=\"" + name + "\">\n" + letters(name) + "<g style=\"fill:#5d6473;\">\n  <use xlink:href=\"#" +
               name + "-0\" x=\"" + x + "\" y=\"28.19\"/>\n  <use xlink:href=\"#" + name + "-0\" x=\"" + next +
               "\" y=\"28.19\"/>\n</g>\n</svg>";
    };
    const std::string one = sheet.add(svg("a", "10.123456", "18.2")), two = sheet.add(svg("b", "50.0", "58.1"));
    CHECK(one == "<svg id=\"a\">\n<g class=\"s1\">\n<use href=\"#w2\" x=\"10.1\" y=\"28.2\"/>\n</g>\n</svg>");
    CHECK(two.find("<use href=\"#w2\" x=\"50\" y=\"28.2\"/>") != std::string::npos);
    const std::string shared = sheet.shared();
    CHECK(count(shared, "<path id=\"l1\" d=\"M1.41 -10.7L7.58 0Z\"/>") == 1);
    CHECK(count(shared, "<g id=\"w2\"><use href=\"#l1\"/><use href=\"#l1\" x=\"8.1\"/></g>") == 1);
    CHECK(count(shared, "<path") == 1);
    CHECK(count(shared, ".s1{fill:#5d6473;}") == 1);
    CHECK(FigureSheet().shared().empty());
}

TEST_CASE("cells are an image with their colours, few of them stay paths") {
    std::string many = "<svg>\n";
    for (int y = 0; y < 20; ++y)
        for (int x = 0; x < 20; ++x) many += cell(10 + 4 * x, 20 + 4 * y, (x + y) % 2 == 0 ? "#c4d4d6" : "#102030");
    FigureSheet sheet;
    const std::string made = sheet.add(many + "</svg>");
    CHECK(made == "<svg>\n<use href=\"#i1\" x=\"10\" y=\"20\"/>\n</svg>");
    CHECK(sheet.add(many + "</svg>") == made);  // the same cells once more
    const std::string shared = sheet.shared();
    CHECK(count(shared, "<image") == 1);
    CHECK(shared.find("width=\"79\" height=\"79\"") != std::string::npos);
    FigureSheet few;
    CHECK(few.add("<svg>\n" + cell(1, 2, "#102030") + cell(5, 2, "#102030") + "</svg>") ==
          "<svg>\n<path fill=\"#102030\" d=\"M1 2h3v3h-3zM5 2h3v3h-3z\"/>\n</svg>");
    // What it does not know stays as it is, but for digits that nobody sees.
    CHECK(few.add("<svg>\n<path style=\"fill:none;stroke-linecap:butt;\" d=\"M 1.23456 2 C 1 2 3 4 5.5 6 L 7 6 L 7 1 Z "
                  "M 1.23456 2 \"/>\n</svg>") ==
          "<svg>\n<path class=\"s1\" d=\"M1.23 2C1 2 3 4 5.5 6H7V1Z\"/>\n</svg>");
}

TEST_CASE("a picture in memory is the picture, with a table of colours or without one") {
    const TemporaryFolder folder;
    for (const int colours : {3, 1000}) {
        Image image{40, 30, {}};
        for (int i = 0; i < 40 * 30; ++i)
            for (const int channel : {i % colours % 256, i % colours / 256, 7, i % 5 == 0 ? 0 : 255})
                image.rgba.push_back(static_cast<std::uint8_t>(channel));
        write_picture(folder / "a.png", png_bytes(image));
        const Image read = read_png(folder / "a.png");
        CHECK(read.width == 40);
        CHECK(read.rgba == image.rgba);
    }
}

TEST_SUITE_END();
