#include "app/paint/head_colour.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

namespace {

// Hues, as parts of the circle from red to red. A query is blue and a key orange wherever they are shown, so these two
// belong to no head.
constexpr float past_blue = 0.64F, orange = 1.05F, past_orange = 1.13F, blue = 1.53F;
constexpr float first = 0.24F;  // part of the circle after blue: pink, with green opposite

/// The hue that is so far along what is left of the circle.
float hue_at(float along) {
    constexpr float before_orange = orange - past_blue, all = before_orange + blue - past_orange;
    const float at = std::fmod(first + along * all, all);
    return at < before_orange ? past_blue + at : past_orange + at - before_orange;
}

}  // namespace

Colour head_colour(const Theme& theme, int head, int heads) {
    const float hue = hue_at(static_cast<float>(head) / static_cast<float>(std::max(1, heads)));
    const auto channel = [&](float shift) {
        const float t = hue + shift - std::floor(hue + shift);
        return std::clamp(std::abs(6 * t - 3) - 1, 0.0F, 1.0F);
    };
    const Colour pure{channel(0), channel(2.0F / 3), channel(1.0F / 3), 1};
    // In steps of three, for what has the same lightness is then far apart around the circle.
    constexpr float lighter[] = {0.0F, 0.3F, 0.15F};
    const float step = lighter[head % 3];
    return theme.dark ? mix(mix(pure, Colour{1, 1, 1, 1}, 0.25F), Colour{1, 1, 1, 1}, step)
                      : mix(mix(pure, Colour{0, 0, 0, 1}, 0.18F), Colour{0, 0, 0, 1}, step);
}

}  // namespace glassformer
