// A menu that opens where the mouse or the keyboard asks for it, above everything.
#include <algorithm>
#include <cmath>

#include "app/render/imgui_painter.h"
#include "app/widgets/control_parts.h"
#include "app/widgets/controls.h"

namespace glassformer {

std::optional<std::size_t> popup_menu(Ui& ui, std::string_view id, Vec2 at, std::span<const MenuLine> lines,
                                      bool& open) {
    if (!open) return {};
    Interaction& interaction = ui.interaction;
    Painter& p = ui.painter;
    const float em = ui.em, radius = parts::radius(ui), row_height = std::round(1.9f * em), pad = std::round(0.3f * em);
    const int count = static_cast<int>(lines.size());
    float wide = 8 * em;
    for (const MenuLine& line : lines)
        wide = std::max(wide, p.measure(line.text).width + p.measure(line.detail, em::small).width + 3.4f * em);
    const Rect& w = ui.window;
    Rect place{at.x, at.y, std::min(wide, w.w - 8), row_height * static_cast<float>(count) + 2 * pad};
    place.x = std::clamp(place.x, 4.0f, std::max(4.0f, w.right() - place.w - 4));
    if (place.bottom() > w.bottom() - 4) place.y = std::max(4.0f, std::min(at.y, w.bottom() - 4) - place.h);
    place = place.snapped();

    interaction.push_layer();
    interaction.push_scope(id);
    ui.surface.push_overlay();
    const ItemId item = interaction.id("keys");
    float& marked = interaction.state(interaction.id("marked"));
    float& drawn = interaction.state(interaction.id("drawn"));  // 1 while it is shown
    const bool opened = drawn == 0;
    if (opened) marked = -1;
    const parts::State veil = parts::item(ui, interaction.id("veil"), w, Wants::nothing, CursorShape::arrow);
    interaction.announce(item, place, Wants::list);
    const parts::State over = parts::item(ui, interaction.id("list"), place, Wants::nothing);
    p.fill(place.moved({0, 3}).inset(-1), Colour{0, 0, 0, ui.theme.dark ? 0.35f : 0.12f}, radius + 1);
    p.fill(place, ui.theme.panel, radius);
    p.stroke(place, ui.theme.border, 1, radius);

    int row = static_cast<int>(marked);
    const int by = interaction.took_count(Key::down) - interaction.took_count(Key::up);
    if (by != 0 && count > 0) row = row < 0 ? (by > 0 ? 0 : count - 1) : (row + by + count) % count;
    std::optional<std::size_t> taken;
    for (int i = 0; i < count; ++i) {
        const MenuLine& line = lines[static_cast<std::size_t>(i)];
        const Rect box{place.x + pad, place.y + pad + row_height * static_cast<float>(i), place.w - 2 * pad,
                       row_height};
        const bool under = over.hot && box.contains(ui.input.mouse);
        if (under && ui.input.mouse_moved != Vec2{}) row = i;
        if (i == row) p.fill(box, ui.theme.control_hot, radius - 1);
        Rect inside = box.inset(0.7f * em, 0);
        const Colour ink = line.enabled ? ui.theme.text : mix(ui.theme.panel, ui.theme.muted, 0.75f);
        text_in(p, inside.take_right(p.measure(line.detail, em::small).width + 1), line.detail,
                {.colour = ui.theme.muted, .size = em::small});
        text_in(p, inside, line.text, {.colour = ink});
        if (under && over.clicked && line.enabled) taken = static_cast<std::size_t>(i);
    }
    marked = static_cast<float>(row);
    const bool accepted = interaction.took(Key::enter) || interaction.took(Key::space);
    if (accepted && row >= 0 && lines[static_cast<std::size_t>(row)].enabled) taken = static_cast<std::size_t>(row);
    if (taken || interaction.took(Key::escape) || veil.pressed ||
        (ui.input.pressed(Button::right) && !place.contains(ui.input.mouse) && !opened))
        open = false;
    ui.surface.pop_overlay();
    interaction.pop_scope();
    interaction.pop_layer();
    drawn = open ? 1.0f : 0.0f;
    if (open) interaction.focus(item, false);
    ui.keep_awake();
    return taken;
}

}  // namespace glassformer
