#include "app/bars/rail.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

namespace {
constexpr float titled_height = 3.9F;  // em, of an icon with its title below

bool titled(const Ui& ui) { return ui.window.w >= 64 * ui.em && ui.window.h >= 34 * ui.em; }
}  // namespace

float rail_width(const Ui& ui) { return std::round((titled(ui) ? 5.6F : 3.0F) * ui.em); }

std::optional<Command> draw_rail(ViewContext& context, const Rect& area,
                                 std::span<const std::unique_ptr<AppView>> views) {
    Ui& ui = context.ui;
    const float em = ui.em;
    std::optional<Command> clicked;
    ui.painter.fill(area, ui.theme.panel);
    ui.painter.line({area.right() - 0.5F, area.y}, {area.right() - 0.5F, area.bottom()}, ui.theme.border);
    Rect rest = area;
    rest.take_top(0.4F * em);
    // Lower icons where the window is too low for all of them, so that each can be clicked.
    const float each = rest.h / static_cast<float>(views.size());
    const bool words = titled(ui) && each >= titled_height * em;
    const float high = std::min(std::round((words ? titled_height : 2.8F) * em), std::floor(each));
    for (const std::unique_ptr<AppView>& view : views) {
        const ViewRow& row = view->row();
        const Rect box = rest.take_top(high);
        const bool here = row.name == context.preferences.view;
        const Region touched = region(ui, "view " + std::string(row.name), box, true);
        context.targets.put("view " + std::string(row.name), box);
        if (touched.hovered) *ui.cursor = CursorShape::hand;
        if (here)
            ui.painter.fill(box, mix(ui.theme.panel, ui.theme.control_hot, 0.8F));
        else if (touched.hovered || touched.focused)
            ui.painter.fill(box, ui.theme.control);
        if (here) ui.painter.fill({box.x, box.y, 0.2F * em, box.h}, ui.theme.accent);
        const Colour tone = here ? ui.theme.text : ui.theme.muted;
        Rect inside = box;
        if (words) {
            inside.h -= 1.5F * em;
            inside.y += 0.3F * em;
            text_in(ui.painter, {box.x, box.bottom() - 1.7F * em, box.w, 1.4F * em}, row.title,
                    {.colour = tone, .size = em::small, .align = Align::centre});
        }
        icon(ui.painter, row.icon, inside.centre(), std::min(1.3F * em, 0.8F * inside.h), tone);
        if (touched.hovered) tooltip(ui, box, hint(row.hint, open_view(row.name)));
        if (touched.clicked || touched.activated) clicked = open_view(row.name);
    }
    return clicked;
}

}  // namespace glassformer
