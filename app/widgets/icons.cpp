#include "app/widgets/icon_pen.h"

namespace glassformer {

namespace {

// In the order of the enum.
constexpr IconDrawing drawings[] = {
    /* none */ [](const IconPen&) {},
    /* first */ [](const IconPen& p) { p.fill(-0.85f, -0.8f, 0.26f, 1.6f), p.play(0.1f, -0.6f), p.play(0.85f, 0.1f); },
    /* previous */ [](const IconPen& p) { p.play(0.05f, -0.8f), p.play(0.85f, 0.0f); },
    /* step_back */ [](const IconPen& p) { p.fill(0.45f, -0.75f, 0.26f, 1.5f), p.play(0.3f, -0.7f); },
    /* play */
    [](const IconPen& p) {
        p.triangle({-0.6f, -0.9f}, {0.9f, 0}, {-0.6f, 0.9f});
    },
    /* pause */ [](const IconPen& p) { p.fill(-0.65f, -0.8f, 0.42f, 1.6f), p.fill(0.23f, -0.8f, 0.42f, 1.6f); },
    /* step */ [](const IconPen& p) { p.fill(-0.71f, -0.75f, 0.26f, 1.5f), p.play(-0.3f, 0.7f); },
    /* last */ [](const IconPen& p) { p.play(-0.85f, -0.1f), p.play(-0.1f, 0.6f), p.fill(0.59f, -0.8f, 0.26f, 1.6f); },
    /* sliders */
    [](const IconPen& p) {
        p.line(-0.9f, -0.6f, 0.9f, -0.6f), p.dot(0.35f, -0.6f, 0.24f);
        p.line(-0.9f, 0, 0.9f, 0), p.dot(-0.4f, 0, 0.24f);
        p.line(-0.9f, 0.6f, 0.9f, 0.6f), p.dot(0.15f, 0.6f, 0.24f);
    },
    /* sun */ [](const IconPen& p) { p.dot(0, 0, 0.42f), p.rays(8, 0.68f, 0.98f); },
    /* moon */
    [](const IconPen& p) {
        p.arc(0, 0, 0.85f, 60, 330);
        p.arc(0.38f, -0.3f, 0.66f, 94, 296);
    },
    /* keyboard */
    [](const IconPen& p) {
        p.box(-1, -0.65f, 2, 1.3f, 0.2f);
        for (const float x : {-0.6f, -0.2f, 0.2f, 0.6f}) p.dot(x, -0.2f, 0.12f);
        p.line(-0.45f, 0.28f, 0.45f, 0.28f);
    },
    /* menu */
    [](const IconPen& p) {
        for (const float y : {-0.6f, 0.0f, 0.6f}) p.line(-0.8f, y, 0.8f, y);
    },
    /* close */ [](const IconPen& p) { p.line(-0.65f, -0.65f, 0.65f, 0.65f), p.line(-0.65f, 0.65f, 0.65f, -0.65f); },
    /* plus */ [](const IconPen& p) { p.line(-0.8f, 0, 0.8f, 0), p.line(0, -0.8f, 0, 0.8f); },
    /* minus */ [](const IconPen& p) { p.line(-0.8f, 0, 0.8f, 0); },
    /* folder */
    [](const IconPen& p) {
        p.path({{-0.9f, 0.7f}, {-0.9f, -0.65f}, {-0.25f, -0.65f}, {0, -0.35f}, {0.9f, -0.35f}, {0.9f, 0.7f}}, true);
    },
    /* save */
    [](const IconPen& p) {
        p.line(0, -0.85f, 0, 0.3f), p.path({{-0.4f, -0.1f}, {0, 0.32f}, {0.4f, -0.1f}});
        p.path({{-0.8f, 0.35f}, {-0.8f, 0.8f}, {0.8f, 0.8f}, {0.8f, 0.35f}});
    },
    /* undo */
    [](const IconPen& p) {
        p.arc(0.05f, 0.15f, 0.65f, -80, 150), p.path({{-0.85f, -0.75f}, {-0.6f, -0.15f}, {0, -0.3f}});
    },
    /* redo */
    [](const IconPen& p) {
        p.arc(-0.05f, 0.15f, 0.65f, 30, 260), p.path({{0.85f, -0.75f}, {0.6f, -0.15f}, {0, -0.3f}});
    },
    /* chevron_down */
    [](const IconPen& p) {
        p.path({{-0.6f, -0.3f}, {0, 0.35f}, {0.6f, -0.3f}});
    },
    /* chevron_right */
    [](const IconPen& p) {
        p.path({{-0.3f, -0.6f}, {0.35f, 0}, {-0.3f, 0.6f}});
    },
};
static_assert(std::size(drawings) == static_cast<std::size_t>(Icon::chevron_right) + 1);

}  // namespace

void icon(Painter& painter, IconDrawing drawing, Vec2 centre, float size, Colour colour) {
    drawing(IconPen{painter, centre, size / 2, colour});
}

void icon(Painter& painter, Icon which, Vec2 centre, float size, Colour colour) {
    icon(painter, drawings[static_cast<std::size_t>(which)], centre, size, colour);
}

}  // namespace glassformer
