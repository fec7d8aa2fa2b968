#include "app/paint/head_colour.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

Colour head_colour(const Theme& theme, int head, int heads) {
    constexpr float first = 0.58F;  // blue, which every kind of eye sees
    const float hue = first + static_cast<float>(head) / static_cast<float>(std::max(1, heads));
    const auto channel = [&](float shift) {
        const float t = hue + shift - std::floor(hue + shift);
        return std::clamp(std::abs(6 * t - 3) - 1, 0.0F, 1.0F);
    };
    const Colour pure{channel(0), channel(2.0F / 3), channel(1.0F / 3), 1};
    // In steps of three, for what has the same lightness is then far apart around the circle.
    constexpr float lighter[] = {0.0F, 0.34F, 0.17F};
    const float step = lighter[head % 3];
    return theme.dark ? mix(mix(pure, Colour{1, 1, 1, 1}, 0.25F), Colour{1, 1, 1, 1}, step)
                      : mix(mix(pure, Colour{0, 0, 0, 1}, 0.18F), Colour{0, 0, 0, 1}, step);
}

}  // namespace glassformer
