#include "app/lecture/tools.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/lessons/lesson_sizes.h"

namespace glassformer {

namespace {

constexpr Colour laser_red = hex(0xFF1F1F);
constexpr float laser_radius = 0.38F, halo_radius = 1.0F;  // em
constexpr float box_side = 2.1F;                           // of the size of its digits

}  // namespace

/// At the lower left corner of the window, where pictures have the least.
Rect ToolInHand::box(const Ui& ui) const {
    const float side = std::round(box_side * lesson_sizes(ui, true, ui.window.w).caption * ui.em);
    const float gap = std::round(0.6F * ui.em);
    return {gap, ui.window.bottom() - side - gap, side * pen_colour_count, side};
}

Rect ToolInHand::colour_place(const Ui& ui, int which) const {
    const Rect all = box(ui);
    return {all.x + all.h * static_cast<float>(which), all.y, all.h, all.h};
}

void ToolInHand::use(Ui& ui, const ToolMouse& mouse, Strokes& strokes, int page) {
    if (tool != LectureTool::pen) return strokes.end();
    const bool inside = ui.window.contains(mouse.at);
    const Vec2 share{(mouse.at.x - ui.window.x) / ui.window.w, (mouse.at.y - ui.window.y) / ui.window.h};
    if (mouse.pressed && box(ui).contains(mouse.at)) {
        for (int i = 0; i < pen_colour_count; ++i)
            if (colour_place(ui, i).contains(mouse.at)) pen_colour = i;
    } else if (mouse.pressed && inside) {
        strokes.begin(page, pen_colour, share);
    } else if (strokes.drawing() && inside) {
        strokes.extend(share);
    }
    if (!mouse.down) strokes.end();
}

void ToolInHand::draw_box(Ui& ui, Targets& targets) const {
    if (tool != LectureTool::pen) return;
    const Rect all = box(ui);
    const float size = lesson_sizes(ui, true, ui.window.w).caption, radius = std::round(0.4F * ui.em);
    ui.painter.fill(all, ui.theme.panel, radius);
    ui.painter.stroke(all, ui.theme.border, 1, radius);
    targets.put("pen box", all);
    for (int i = 0; i < pen_colour_count; ++i) {
        const Rect place = colour_place(ui, i);
        const PenColour& pen = pen_colours()[static_cast<std::size_t>(i)];
        targets.put(fmt::format("pen {}", pen.name), place);
        const Colour colour = ui.theme.dark ? pen.on_dark : pen.on_light;
        const Rect inner = place.inset(std::round(0.14F * place.h));
        if (i == pen_colour) ui.painter.stroke(inner.inset(-2), ui.theme.text, 2, radius);
        ui.painter.fill(inner, colour, radius);
        text_in(ui.painter, inner, fmt::format("{}", i + 1),
                {.colour = text_on(ui.theme, colour), .size = size, .face = Face::bold, .align = Align::centre});
    }
}

void ToolInHand::draw_dot(Ui& ui, Painter& painter, const ToolMouse& mouse) const {
    if (!held() || !ui.window.contains(mouse.at)) return;
    if (tool == LectureTool::laser) {
        painter.circle(mouse.at, halo_radius * ui.em, laser_red.faded(0.22F));
        painter.circle(mouse.at, laser_radius * ui.em, laser_red);
        return;
    }
    const PenColour& pen = pen_colours()[static_cast<std::size_t>(pen_colour)];
    const float radius = std::max(3.0F, 0.2F * ui.em);
    painter.circle(mouse.at, radius + 1.5F, ui.theme.background);
    painter.circle(mouse.at, radius, ui.theme.dark ? pen.on_dark : pen.on_light);
}

}  // namespace glassformer
