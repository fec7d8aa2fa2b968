// The frame of a small chart: two numbers at the ends of each axis, and where a point lies. What is drawn in it is the
// caller's.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/paint/painter.h"

namespace glassformer {

struct ChartAxes {
    float left = 0, right = 1;  // numbers at the ends
    float low = 0, high = 1;
    std::string across{};               // "distance i − j"
    std::string at_left{}, at_right{};  // texts of the ends; empty: the numbers
    std::string at_low{}, at_high{};
};
/// The frame of a chart; draws its axes and says where a point lies.
class Chart {
public:
    Chart(Painter& painter, const Rect& area, const ChartAxes& axes);
    Vec2 at(float x, float y) const;
    float x_of(float pixel) const;
    const Rect& plot() const { return plot_; }
    void curve(std::span<const Vec2> points, Colour colour, float width);  // in the numbers of the axes
    void upright(float x, Colour colour);                                  // a dashed line
    void level(float y, Colour colour);

private:
    Painter& painter_;
    ChartAxes axes_;
    Rect plot_;
    std::vector<Vec2> line_;
};

}  // namespace glassformer
