// Icons as shapes: fonts lack most of them, and shapes are sharp at every size. Coordinates run from −1 to 1.
#include <cmath>
#include <numbers>
#include <vector>

#include "app/widgets/controls.h"

namespace glassformer {

namespace {

struct Pen {
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

using Drawing = void (*)(const Pen&);

// In the order of the enum.
constexpr Drawing drawings[] = {
    /* none */ [](const Pen&) {},
    /* first */ [](const Pen& p) { p.fill(-0.85f, -0.8f, 0.26f, 1.6f), p.play(0.1f, -0.6f), p.play(0.85f, 0.1f); },
    /* previous */ [](const Pen& p) { p.play(0.05f, -0.8f), p.play(0.85f, 0.0f); },
    /* step_back */ [](const Pen& p) { p.fill(0.45f, -0.75f, 0.26f, 1.5f), p.play(0.3f, -0.7f); },
    /* play */
    [](const Pen& p) {
        p.triangle({-0.6f, -0.9f}, {0.9f, 0}, {-0.6f, 0.9f});
    },
    /* pause */ [](const Pen& p) { p.fill(-0.65f, -0.8f, 0.42f, 1.6f), p.fill(0.23f, -0.8f, 0.42f, 1.6f); },
    /* step */ [](const Pen& p) { p.fill(-0.71f, -0.75f, 0.26f, 1.5f), p.play(-0.3f, 0.7f); },
    /* last */ [](const Pen& p) { p.play(-0.85f, -0.1f), p.play(-0.1f, 0.6f), p.fill(0.59f, -0.8f, 0.26f, 1.6f); },
    /* gear */ [](const Pen& p) { p.ring(0, 0, 0.55f), p.rays(8, 0.62f, 0.98f); },
    /* sun */ [](const Pen& p) { p.dot(0, 0, 0.42f), p.rays(8, 0.68f, 0.98f); },
    /* moon */
    [](const Pen& p) {
        p.arc(0, 0, 0.85f, 60, 330);
        p.arc(0.38f, -0.3f, 0.66f, 94, 296);
    },
    /* keyboard */
    [](const Pen& p) {
        p.box(-1, -0.65f, 2, 1.3f, 0.2f);
        for (const float x : {-0.6f, -0.2f, 0.2f, 0.6f}) p.dot(x, -0.2f, 0.12f);
        p.line(-0.45f, 0.28f, 0.45f, 0.28f);
    },
    /* menu */
    [](const Pen& p) {
        for (const float y : {-0.6f, 0.0f, 0.6f}) p.line(-0.8f, y, 0.8f, y);
    },
    /* close */ [](const Pen& p) { p.line(-0.65f, -0.65f, 0.65f, 0.65f), p.line(-0.65f, 0.65f, 0.65f, -0.65f); },
    /* plus */ [](const Pen& p) { p.line(-0.8f, 0, 0.8f, 0), p.line(0, -0.8f, 0, 0.8f); },
    /* minus */ [](const Pen& p) { p.line(-0.8f, 0, 0.8f, 0); },
    /* folder */
    [](const Pen& p) {
        p.path({{-0.9f, 0.7f}, {-0.9f, -0.65f}, {-0.25f, -0.65f}, {0, -0.35f}, {0.9f, -0.35f}, {0.9f, 0.7f}}, true);
    },
    /* save */
    [](const Pen& p) {
        p.line(0, -0.85f, 0, 0.3f), p.path({{-0.4f, -0.1f}, {0, 0.32f}, {0.4f, -0.1f}});
        p.path({{-0.8f, 0.35f}, {-0.8f, 0.8f}, {0.8f, 0.8f}, {0.8f, 0.35f}});
    },
    /* undo */
    [](const Pen& p) {
        p.arc(0.05f, 0.15f, 0.65f, -80, 150), p.path({{-0.85f, -0.75f}, {-0.6f, -0.15f}, {0, -0.3f}});
    },
    /* redo */
    [](const Pen& p) {
        p.arc(-0.05f, 0.15f, 0.65f, 30, 260), p.path({{0.85f, -0.75f}, {0.6f, -0.15f}, {0, -0.3f}});
    },
    /* chevron_down */
    [](const Pen& p) {
        p.path({{-0.6f, -0.3f}, {0, 0.35f}, {0.6f, -0.3f}});
    },
    /* chevron_right */
    [](const Pen& p) {
        p.path({{-0.3f, -0.6f}, {0.35f, 0}, {-0.3f, 0.6f}});
    },
    /* view_walk */
    [](const Pen& p) {
        p.box(-0.9f, -0.1f, 0.75f, 1.0f, 0.1f), p.box(0.05f, -0.1f, 0.85f, 1.0f, 0.1f),
            p.box(0.05f, -0.9f, 0.85f, 0.6f, 0.1f);
    },
    /* view_attention */
    [](const Pen& p) {
        for (const float x : {-0.8f, 0.0f, 0.8f}) p.dot(x, 0.7f, 0.2f);
        p.arc(-0.4f, 0.45f, 0.4f, 0, 180), p.arc(0, 0.45f, 0.8f, 0, 180);
    },
    /* view_output */
    [](const Pen& p) {
        p.line(-0.8f, -0.9f, -0.8f, 0.9f);
        p.fill(-0.65f, -0.75f, 1.5f, 0.38f), p.fill(-0.65f, -0.19f, 0.9f, 0.38f), p.fill(-0.65f, 0.37f, 0.4f, 0.38f);
    },
    /* view_inspect */
    [](const Pen& p) {
        p.box(-0.9f, -0.8f, 1.8f, 1.6f, 0.1f);
        p.line(-0.9f, -0.3f, 0.9f, -0.3f), p.line(-0.9f, 0.25f, 0.9f, 0.25f);
        p.line(-0.3f, -0.8f, -0.3f, 0.8f), p.line(0.3f, -0.8f, 0.3f, 0.8f);
    },
    /* view_positions */
    [](const Pen& p) {
        std::vector<Vec2> wave;
        for (int i = 0; i <= 24; ++i) {
            const float x = -0.9f + 1.8f * static_cast<float>(i) / 24;
            wave.push_back(p.at(x, -0.6f * std::sin(x * 3.49f)));
        }
        p.painter.polyline(wave, p.colour, p.width());
    },
    /* view_compare */
    [](const Pen& p) { p.box(-0.9f, -0.8f, 0.75f, 1.6f, 0.1f), p.box(0.15f, -0.8f, 0.75f, 1.6f, 0.1f); },
};
static_assert(std::size(drawings) == static_cast<std::size_t>(Icon::view_compare) + 1);

}  // namespace

void icon(Painter& painter, Icon which, Vec2 centre, float size, Colour colour) {
    drawings[static_cast<std::size_t>(which)](Pen{painter, centre, size / 2, colour});
}

}  // namespace glassformer
