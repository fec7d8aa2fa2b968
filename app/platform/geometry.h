// Points and rectangles in logical pixels, y downwards from the top left corner of the window.
#pragma once

#include <algorithm>
#include <cmath>

namespace glassformer {

struct Vec2 {
    float x = 0, y = 0;
    bool operator==(const Vec2&) const = default;
};
inline constexpr Vec2 nowhere{-1e6F, -1e6F};  // a mouse that is over nothing
constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
constexpr Vec2 operator*(Vec2 a, float s) { return {a.x * s, a.y * s}; }

struct Rect {
    float x = 0, y = 0, w = 0, h = 0;
    constexpr float right() const { return x + w; }
    constexpr float bottom() const { return y + h; }
    constexpr Vec2 min() const { return {x, y}; }
    constexpr Vec2 max() const { return {x + w, y + h}; }
    constexpr Vec2 centre() const { return {x + w / 2, y + h / 2}; }
    constexpr Vec2 size() const { return {w, h}; }
    constexpr bool contains(Vec2 p) const { return p.x >= x && p.y >= y && p.x < x + w && p.y < y + h; }
    constexpr Rect inset(float by) const { return inset(by, by); }
    constexpr Rect inset(float dx, float dy) const {
        return {x + dx, y + dy, std::max(0.0f, w - 2 * dx), std::max(0.0f, h - 2 * dy)};
    }
    constexpr Rect moved(Vec2 by) const { return {x + by.x, y + by.y, w, h}; }
    /// The part both share; empty (w or h 0) where they do not meet.
    constexpr Rect intersect(const Rect& o) const {
        const float l = std::max(x, o.x), t = std::max(y, o.y);
        return {l, t, std::max(0.0f, std::min(right(), o.right()) - l),
                std::max(0.0f, std::min(bottom(), o.bottom()) - t)};
    }
    /// Cuts a strip off this rectangle and returns it; this one becomes the rest.
    Rect take_left(float by) {
        const Rect r{x, y, std::min(by, w), h};
        x += r.w;
        w -= r.w;
        return r;
    }
    Rect take_right(float by) {
        const float c = std::min(by, w);
        w -= c;
        return {x + w, y, c, h};
    }
    Rect take_top(float by) {
        const Rect r{x, y, w, std::min(by, h)};
        y += r.h;
        h -= r.h;
        return r;
    }
    Rect take_bottom(float by) {
        const float c = std::min(by, h);
        h -= c;
        return {x, y + h, w, c};
    }
    /// The same rectangle on whole pixels, so that lines and cells are sharp.
    Rect snapped() const {
        const float l = std::round(x), t = std::round(y);
        return {l, t, std::round(x + w) - l, std::round(y + h) - t};
    }
    bool operator==(const Rect&) const = default;
};

}  // namespace glassformer
