#include "app/bars/rail.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/bars/texts.h"
#include "app/views/shared/learn_commands.h"

namespace glassformer {

namespace {
constexpr float titled_height = 3.9F;  // em, of an icon with its title below

/// An open book.
void draw_book(Painter& painter, Vec2 at, float size, Colour ink) {
    const float unit = size / 2, line = std::max(1.25F, 0.2F * unit);
    for (const float side : {-1.0F, 1.0F}) {
        const auto point = [&](float x, float y) { return Vec2{at.x + side * x * unit, at.y + y * unit}; };
        const std::array page{point(0, -0.55F), point(0.45F, -0.8F), point(1, -0.7F),
                              point(1, 0.65F),  point(0.45F, 0.55F), point(0, 0.8F)};
        painter.polyline(page, ink, line, true);
    }
}

bool titled(const Ui& ui) { return ui.window.w >= 64 * ui.em && ui.window.h >= 34 * ui.em; }
/// A button of the rail, drawn but for its icon.
struct Entry {
    Rect box;
    Vec2 centre;  // of the icon
    float size;   // pixels, of the icon
    Colour tone;
    bool hovered, clicked;
};

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
    // The simple window has the view that is shown, too, where a lesson shows another one.
    const auto in_rail = [&](const ViewRow& row) {
        return !context.preferences.simple || row.simple || row.name == context.preferences.view;
    };
    const auto entries = std::ranges::count_if(views, [&](const auto& view) { return in_rail(view->row()); });
    const float each = rest.h / static_cast<float>(entries + 1);
    const bool words = titled(ui) && each >= titled_height * em;
    const float high = std::min(std::round((words ? titled_height : 2.8F) * em), std::floor(each));
    /// Its ground, its title, and the place of its icon.
    const auto entry = [&](const std::string& id, std::string_view title, bool here) {
        const Rect box = rest.take_top(high);
        const Region touched = region(ui, id, box, true);
        context.targets.put(id, box);
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
            text_in(ui.painter, {box.x, box.bottom() - 1.7F * em, box.w, 1.4F * em}, title,
                    {.colour = tone, .size = em::small, .align = Align::centre});
        }
        return Entry{box,  inside.centre(), std::min(1.3F * em, 0.8F * inside.h),
                     tone, touched.hovered, touched.clicked || touched.activated};
    };
    const Entry learn = entry("learn", texts::bars::learn, false);
    draw_book(ui.painter, learn.centre, learn.size, learn.tone);
    ui.painter.line({learn.box.x, learn.box.bottom()}, {learn.box.right(), learn.box.bottom()}, ui.theme.border);
    if (learn.hovered) tooltip(ui, learn.box, texts::bars::learn_hint);
    if (learn.clicked)
        context.menu = MenuRequest{
            .at = {learn.box.right(), learn.box.y},
            .entries = {{tour_command}, {Command::lessons}, {Command::help}, {worksheet_command}, {Command::search}}};
    for (const std::unique_ptr<AppView>& view : views) {
        const ViewRow& row = view->row();
        if (!in_rail(row)) continue;
        const Entry of = entry("view " + std::string(row.name), row.title, row.name == context.preferences.view);
        icon(ui.painter, row.icon, of.centre, of.size, of.tone);
        if (of.hovered) tooltip(ui, of.box, hint(row.hint, open_view(row.name)));
        if (of.clicked) clicked = open_view(row.name);
    }
    return clicked;
}

}  // namespace glassformer
