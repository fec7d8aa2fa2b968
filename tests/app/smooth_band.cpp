// A band has the ink of its width, however thin, level, slanted or curved it is, and full strength where it covers
// pixels.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/widgets/ui.h"
#include "tests/support/drawing.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

constexpr int left = 50, right = 250, top = 80, bottom = 160;  // of the pixels that are looked at

/// How far each pixel of this column is from the ground to the ink: 0 to 1.
std::vector<double> column(const Image& ground, const Image& image, int x) {
    std::vector<double> shares;
    for (int y = top; y < bottom; ++y) {
        const auto at = static_cast<std::size_t>(4 * (y * image.width + x));
        if (ground.rgba[at] < 100) FAIL("the ground must be light, as the ink is black");
        shares.push_back(1 - static_cast<double>(image.rgba[at]) / ground.rgba[at]);
    }
    return shares;
}

struct Drawn {
    double ink = 0;      // pixels, of a column on average
    double darkest = 0;  // of all columns' darkest pixels the palest
};

/// Of a band from (left, y) to (right, y + slope), this wide at its ends.
Drawn band(Platform& platform, Gui& gui, float y, float slope, float first, float last, Colour ink) {
    const Image ground = drawn(platform, gui, [](Ui&) {});
    const Image image = drawn(platform, gui, [&](Ui& ui) {
        const std::array<Vec2, 2> upper{Vec2{left, y - first / 2}, {right, y + slope - last / 2}},
            lower{Vec2{left, y + first / 2}, {right, y + slope + last / 2}};
        ui.painter.band(upper, lower, ink);
    });
    Drawn result{.darkest = 1};
    for (int x = left; x < right; ++x) {
        double darkest = 0;
        for (const double share : column(ground, image, x)) {
            result.ink += share / (right - left);
            darkest = std::max(darkest, share);
        }
        result.darkest = std::min(result.darkest, darkest);
    }
    return result;
}

}  // namespace

TEST_SUITE_BEGIN("smooth_band");

TEST_CASE("a band's ink is its width, and no thin one of two pixels or more is pale") {
    const auto platform = headless({400, 300}, 1);
    if (!platform) return;
    Gui gui(*platform, {});
    const Colour black{0, 0, 0, 1};
    for (const float width : {0.4F, 1.0F, 1.4F, 2.4F, 3.0F, 5.7F, 12.0F})
        for (const float y : {120.0F, 120.3F, 120.5F}) {
            CAPTURE(width);
            CAPTURE(y);
            const Drawn level = band(*platform, gui, y, 0, width, width, black);
            CHECK(level.ink == doctest::Approx(width).epsilon(width < 2 ? 0.3 : 0.06));
            if (width >= 2) CHECK(level.darkest > 0.98);
            const Drawn slanted = band(*platform, gui, y, 12, width, width, black);
            CHECK(slanted.ink == doctest::Approx(width).epsilon(width < 2 ? 0.3 : 0.06));
            if (width >= 3) CHECK(slanted.darkest > 0.98);
        }
}

TEST_CASE("a band is as strong where it is level as where it widens") {
    const auto platform = headless({400, 300}, 1);
    if (!platform) return;
    Gui gui(*platform, {});
    const Drawn level = band(*platform, gui, 120.3F, 0, 2.4F, 2.4F, {0, 0, 0, 1});
    const Drawn widening = band(*platform, gui, 120.3F, 0, 2.4F, 6, {0, 0, 0, 1});
    CHECK(widening.ink == doctest::Approx((2.4 + 6) / 2).epsilon(0.05));
    CHECK(std::abs(level.darkest - widening.darkest) < 0.02);
}

TEST_CASE("a half transparent band is nowhere darker than its color") {
    const auto platform = headless({400, 300}, 1);
    if (!platform) return;
    Gui gui(*platform, {});
    const Image ground = drawn(*platform, gui, [](Ui&) {});
    const Image image = drawn(*platform, gui, [&](Ui& ui) {
        const std::array<Vec2, 3> upper{Vec2{left, 110}, {150, 100}, {right, 110}},
            lower{Vec2{left, 114}, {150, 130}, {right, 114}};
        ui.painter.band(upper, lower, {0, 0, 0, 0.5F});
    });
    double darkest = 0;
    for (int x = left; x < right; ++x) darkest = std::max(darkest, std::ranges::max(column(ground, image, x)));
    CHECK(darkest == doctest::Approx(0.5).epsilon(0.02));
}

TEST_SUITE_END();
