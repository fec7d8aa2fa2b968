// What icons are drawn with. They are shapes: fonts lack most of them, and shapes are sharp at every size. Coordinates
// run from −1 to 1.
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <vector>

#include "app/widgets/controls.h"

namespace glassformer {

struct IconPen {
    Painter& painter;
    Vec2 centre;
    float unit;  // pixels a coordinate
    Colour colour;

    float width() const { return std::max(1.25f, unit * 0.2f); }
    Vec2 at(float x, float y) const { return {centre.x + x * unit, centre.y + y * unit}; }
    void line(float x1, float y1, float x2, float y2) const { painter.line(at(x1, y1), at(x2, y2), colour, width()); }
    void path(std::initializer_list<Vec2> points, bool closed = false) const {
        std::vector<Vec2> placed;
        for (const Vec2 p : points) placed.push_back(at(p.x, p.y));
        painter.polyline(placed, colour, width(), closed);
    }
    void triangle(Vec2 a, Vec2 b, Vec2 c) const { painter.triangle(at(a.x, a.y), at(b.x, b.y), at(c.x, c.y), colour); }
    void fill(float x, float y, float w, float h) const {
        const Vec2 corner = at(x, y);
        painter.fill({corner.x, corner.y, w * unit, h * unit}, colour);
    }
    void box(float x, float y, float w, float h, float radius) const {
        const Vec2 corner = at(x, y);
        painter.stroke({corner.x, corner.y, w * unit, h * unit}, colour, width(), radius * unit);
    }
    void ring(float x, float y, float radius) const { painter.ring(at(x, y), radius * unit, colour, width()); }
    void dot(float x, float y, float radius) const { painter.circle(at(x, y), radius * unit, colour); }
    void arc(float x, float y, float radius, float from, float to) const {
        std::vector<Vec2> points;
        for (int i = 0; i <= 16; ++i) {
            const float a = (from + (to - from) * static_cast<float>(i) / 16) * std::numbers::pi_v<float> / 180;
            points.push_back(at(x + radius * std::cos(a), y - radius * std::sin(a)));
        }
        painter.polyline(points, colour, width());
    }
    void rays(int count, float from, float to) const {
        for (int i = 0; i < count; ++i) {
            const float a = 2 * std::numbers::pi_v<float> * static_cast<float>(i) / static_cast<float>(count);
            line(from * std::cos(a), from * std::sin(a), to * std::cos(a), to * std::sin(a));
        }
    }
    void play(float from, float to) const { triangle({from, -0.8f}, {to, 0}, {from, 0.8f}); }
    void cells(float x, float y, float size, int filled) const {
        for (int i = 0; i < 9; ++i)
            if (filled >> i & 1) {
                const int column = i % 3, row = i / 3;
                fill(x + size * 1.15f * static_cast<float>(column), y + size * 1.15f * static_cast<float>(row), size,
                     size);
            }
    }
};

}  // namespace glassformer
