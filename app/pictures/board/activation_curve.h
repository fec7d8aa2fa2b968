// The curve of an activation function with the numbers that pass it: axes, range and rug. The place is the caller's.
#pragma once

#include <cstddef>
#include <span>

#include "app/paint/painter.h"

namespace glassformer {

/// y = f(x) on arrays, as a row of core/ops/activation_table.h has it.
using ActivationFunction = void (*)(const float* x, float* y, std::size_t n);

/// The bend of every activation lies within these, so that a narrow range of numbers does not look like a parabola.
inline constexpr float least_reach = 3;

/// Where the numbers lie: x from −reach to reach, y from the curve's lowest point there to its highest.
struct ActivationCurve {
    Rect box;
    ActivationFunction value = nullptr;
    float reach = least_reach, low = 0, high = 1;
    Vec2 place(float x, float y) const {
        return {box.x + box.w * (x + reach) / (2 * reach), box.bottom() - box.h * (y - low) / (high - low)};
    }
    float at(float x) const {
        float y = 0;
        value(&x, &y, 1);
        return y;
    }
};
ActivationCurve activation_curve(const Rect& box, ActivationFunction value, float reach);
/// The band from the least to the largest of the numbers, and a tick at each on the box's lower edge. False where none
/// of them is finite and on the axis.
bool draw_rug(Painter& painter, const ActivationCurve& curve, std::span<const float> numbers, Colour ink);
/// Axes, curve and the numbers at its ends: those of x below the box, those of y in it.
void draw_activation_curve(Painter& painter, const ActivationCurve& curve, Colour colour);

}  // namespace glassformer
