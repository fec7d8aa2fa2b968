// Controls that cover others or hold them: drop-down lists, scroll areas, tooltips, boxes over everything.
#include <algorithm>
#include <cmath>

#include "app/render/imgui_painter.h"
#include "app/render/imgui_shim.h"
#include "app/widgets/control_parts.h"
#include "app/widgets/controls.h"

namespace glassformer {

using parts::State;

namespace {

constexpr float no_row = -1;

/// Below the box where there is room, above it otherwise; inside the window in any case.
Rect list_place(const Ui& ui, const Rect& box, float height) {
    const float gap = 4, below = ui.window.bottom() - box.bottom() - 2 * gap, above = box.y - 2 * gap;
    if (height <= below || below >= above) return {box.x, box.bottom() + gap, box.w, std::min(height, below)};
    const float h = std::min(height, above);
    return {box.x, box.y - gap - h, box.w, h};
}

}  // namespace

bool dropdown(Ui& ui, std::string_view id, const Rect& rect, std::span<const std::string> labels, int& selected,
              std::span<const std::string> details, std::string_view prefix) {
    Interaction& interaction = ui.interaction;
    if (interaction.printed()) {
        const bool known = selected >= 0 && selected < static_cast<int>(labels.size());
        const std::string said = known ? labels[static_cast<std::size_t>(selected)] : std::string();
        text_in(ui.painter, rect, prefix.empty() ? said : std::string(prefix) + " " + said, {.colour = ui.theme.text});
        return false;
    }
    const ItemId item = interaction.id(id);
    Painter& p = ui.painter;
    const float em = ui.em, radius = parts::radius(ui);
    const int count = static_cast<int>(labels.size());
    interaction.push_scope(id);
    float& open = interaction.state(interaction.id("open"));  // 1 while the list is shown
    float& marked = interaction.state(interaction.id("marked"));
    const bool was_open = open > 0;

    const State state = parts::item(ui, item, rect, was_open ? Wants::list : Wants::activation);
    p.fill(rect, state.hot || was_open ? ui.theme.control_hot : ui.theme.control, radius);
    p.stroke(rect, was_open ? ui.theme.accent : ui.theme.border, 1, radius);
    if (state.focused && !was_open) parts::focus_ring(ui, rect, radius);
    Rect inside = rect.inset(0.7f * em, 0);
    icon(p, Icon::chevron_down, {inside.right() - 0.3f * em, rect.centre().y}, 0.75f * em, ui.theme.muted);
    inside.take_right(1.1f * em);
    const bool valid = selected >= 0 && selected < count;
    const auto label = [&](int i) { return std::string_view(labels[static_cast<std::size_t>(i)]); };
    const auto detail = [&](int i) {
        return static_cast<std::size_t>(i) < details.size() ? std::string_view(details[static_cast<std::size_t>(i)])
                                                            : std::string_view();
    };
    if (!prefix.empty()) {
        const float width = p.measure(prefix).width + 0.5f * em;
        text_in(p, inside.take_left(width), prefix, {.colour = ui.theme.muted});
    }
    if (valid) {
        const float width = p.measure(label(selected)).width;
        text_in(p, inside, label(selected), {.colour = ui.theme.text});
        inside.take_left(width + 0.7f * em);
        if (inside.w > 2 * em && !detail(selected).empty())
            text_in(p, inside, detail(selected), {.colour = ui.theme.muted, .size = em::small});
    }

    bool changed = false;
    if (!was_open) {
        if (state.clicked) {
            open = 1;
            marked = static_cast<float>(selected);
            interaction.focus(item, false);
            ui.keep_awake();
        }
        interaction.pop_scope();
        return false;
    }

    // The list, above everything. A layer makes what lies below dead, the box itself included.
    float wanted = rect.w;
    for (int i = 0; i < count; ++i)
        wanted = std::max(wanted, p.measure(label(i)).width + 2 * em +
                                      (detail(i).empty() ? 0 : p.measure(detail(i), em::small).width + em));
    const float row_height = std::round(1.9f * em), pad = std::round(0.3f * em);
    Rect place = list_place(ui, rect, row_height * static_cast<float>(count) + 2 * pad);
    place.w = std::min(wanted, ui.window.w - 8);
    place.x = std::clamp(place.x, 4.0f, ui.window.right() - place.w - 4);
    interaction.push_layer();
    ui.surface.push_overlay();
    const State veil = parts::item(ui, interaction.id("veil"), ui.window, Wants::nothing, CursorShape::arrow);
    interaction.announce(item, rect, Wants::list);  // keeps the keys in this layer
    const ItemId list = interaction.id("list");
    const State over = parts::item(ui, list, place, Wants::nothing);
    p.fill(place.moved({0, 3}).inset(-1), Colour{0, 0, 0, ui.theme.dark ? 0.35f : 0.12f}, radius + 1);
    p.fill(place, ui.theme.panel, radius);
    p.stroke(place, ui.theme.border, 1, radius);

    int row = static_cast<int>(marked);
    row += interaction.took_count(Key::down) - interaction.took_count(Key::up);
    row = std::clamp(row, 0, std::max(0, count - 1));
    const Rect inner = place.inset(pad);
    float& scroll = interaction.state(interaction.id("scroll"));
    const float content = row_height * static_cast<float>(count);
    if (over.hot) scroll -= ui.input.wheel.y * row_height * 2;
    if (row != static_cast<int>(marked)) {
        scroll = std::min(scroll, row_height * static_cast<float>(row));
        scroll = std::max(scroll, row_height * static_cast<float>(row + 1) - inner.h);
    }
    scroll = std::clamp(scroll, 0.0f, std::max(0.0f, content - inner.h));
    p.push_clip(inner);
    for (int i = 0; i < count; ++i) {
        const Rect line{inner.x, inner.y + row_height * static_cast<float>(i) - scroll, inner.w, row_height};
        if (line.bottom() < inner.y || line.y > inner.bottom()) continue;
        if (over.hot && line.contains(ui.input.mouse) && (ui.input.mouse_moved != Vec2{} || marked == no_row)) row = i;
        if (i == row) p.fill(line, ui.theme.control_hot, radius - 1);
        Rect text = line.inset(0.7f * em, 0);
        if (i == selected) p.fill({line.x + 2, line.y + 0.5f * em, 2, line.h - em}, ui.theme.accent);
        if (!detail(i).empty())
            text_in(p, text.take_right(p.measure(detail(i), em::small).width + 1), detail(i),
                    {.colour = ui.theme.muted, .size = em::small});
        text_in(p, text, label(i), {.colour = ui.theme.text});
        if (over.clicked && line.contains(ui.input.mouse)) {
            changed = i != selected;
            selected = i;
            open = 0;
        }
    }
    p.pop_clip();
    marked = static_cast<float>(row);
    if (interaction.took(Key::enter) || interaction.took(Key::space)) {
        changed = row != selected;
        selected = row;
        open = 0;
    }
    if (interaction.took(Key::escape) || veil.pressed || state.clicked) open = 0;
    ui.surface.pop_overlay();
    interaction.pop_layer();
    interaction.pop_scope();
    if (open == 0)
        ui.keep_awake();
    else
        interaction.focus(item, false);
    return changed;
}

Rect begin_scroll(Ui& ui, std::string_view id, const Rect& rect) {
    Interaction& interaction = ui.interaction;
    interaction.push_scope(id);
    interaction.announce(interaction.id("area"), rect.intersect(ui.painter.clip()), Wants::nothing);
    const float offset = interaction.push_area(id, rect);
    ui.painter.push_clip(rect);
    const float bar = 0.7f * ui.em;
    return {rect.x, rect.y - std::round(offset), rect.w - bar, rect.h};
}

void end_scroll(Ui& ui, float content_bottom) {
    Interaction& interaction = ui.interaction;
    ui.painter.pop_clip();
    const Rect rect = interaction.area();
    float& offset = interaction.offset();
    const float drawn_at = std::round(offset);
    const float content = content_bottom - (rect.y - std::round(offset)), room = std::max(0.0f, content - rect.h);
    // The wheel is for the area under the mouse, whatever control in it is hot: for the innermost that can still move.
    // Not rounded: rounded up it would lie beyond the end, which asks for one more frame, forever.
    if (const float share = interaction.held_share(); share >= 0) offset = share * room;
    if (rect.intersect(ui.painter.clip()).contains(ui.input.mouse) && interaction.layer() == interaction.top_layer()) {
        const float wheel = interaction.wheel_used ? 0 : ui.input.wheel.y;
        interaction.wheel_used |= wheel < 0 ? offset < room - 0.5f : wheel > 0 && offset > 0.5f;
        offset -= wheel * 3 * ui.em;
        if (wheel != 0) interaction.let_pages_go();
    }
    if (room > 0 && !interaction.printed()) {
        const float thick = std::round(0.35f * ui.em), length = std::max(2 * ui.em, rect.h * rect.h / content);
        const float way = rect.h - length;
        Rect knob{rect.right() - thick - 2, rect.y + way * std::clamp(offset / room, 0.0f, 1.0f), thick, length};
        const ItemId item = interaction.id("bar");
        const State state = parts::item(ui, item, knob.inset(-3, 0), Wants::nothing, CursorShape::arrow);
        if (state.held && way > 0) {
            offset += ui.input.mouse_moved.y * room / way;
            interaction.let_pages_go();
        }
        ui.painter.fill(knob, state.hot || state.held ? ui.theme.muted : ui.theme.faint.faded(0.7f), thick / 2);
    }
    const float kept = std::clamp(offset, 0.0f, room);
    if (kept != offset || std::round(offset) != drawn_at || ui.input.wheel.y != 0) ui.keep_awake();
    offset = kept;
    interaction.pop_area();
    interaction.pop_scope();
}

void reveal(Ui& ui, float top, float bottom) {
    Interaction& interaction = ui.interaction;
    const Rect& rect = interaction.area();
    // Content higher than the area shows its top.
    const float by = top < rect.y ? top - rect.y : std::min(bottom - rect.bottom(), top - rect.y);
    if (by == 0 || (by > 0 && bottom <= rect.bottom())) return;
    interaction.let_pages_go();
    interaction.offset() += by;
    ui.keep_awake();
}

void tooltip(Ui& ui, const Rect& covered, Vec2 content_size, const std::function<void(Painter&, const Rect&)>& draw,
             TooltipPlace wanted) {
    if (ui.interaction.layer() < ui.interaction.top_layer()) return;  // a sheet or a list is open above it
    const float pad = std::round(0.55f * ui.em), gap = std::round(0.5f * ui.em);
    const Vec2 size{content_size.x + 2 * pad, content_size.y + 2 * pad};
    const Rect& w = ui.window;
    const auto inside_x = [&](float x) { return std::clamp(x, 4.0f, std::max(4.0f, w.right() - size.x - 4)); };
    const auto inside_y = [&](float y) { return std::clamp(y, 4.0f, std::max(4.0f, w.bottom() - size.y - 4)); };
    // Below, above, right, left: the first place that fits whole.
    Rect place{inside_x(covered.x), covered.bottom() + gap, size.x, size.y};
    if (place.bottom() > w.bottom()) place.y = covered.y - gap - size.y;
    const Rect right{covered.right() + gap, inside_y(covered.y), size.x, size.y};
    const Rect left = right.moved({-covered.w - size.x - 2 * gap, 0});
    const bool fits_right = right.right() <= w.right(), fits_left = left.x >= 0;
    if (wanted == TooltipPlace::beside ? fits_right || fits_left : place.y < 0) {
        place = fits_right ? right : left;
        place.x = std::max(0.0f, place.x);
    }
    place = place.snapped();
    ui.surface.push_overlay();
    const float radius = parts::radius(ui);
    ui.painter.fill(place.moved({0, 2}).inset(-1), Colour{0, 0, 0, ui.theme.dark ? 0.35f : 0.12f}, radius + 1);
    ui.painter.fill(place, ui.theme.panel, radius);
    ui.painter.stroke(place, ui.theme.border, 1, radius);
    draw(ui.painter, place.inset(pad));
    ui.surface.pop_overlay();
}

void tooltip(Ui& ui, const Rect& covered, std::string_view text, TooltipPlace wanted) {
    const TextStyle style{.colour = ui.theme.text, .size = em::small};
    float width = 0;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        width = std::max(width, ui.painter.measure(rest.substr(0, end), style.size).width);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    const Rect place{0, 0, std::min(width + 1, 26 * ui.em), 0};
    const float height = paragraph(ui.painter, place, text, style, false);
    tooltip(
        ui, covered, {place.w, height}, [&](Painter& p, const Rect& r) { paragraph(p, r, text, style); }, wanted);
}

bool begin_modal(Ui& ui, std::string_view id, bool& open, Vec2 size, Rect& inner) {
    if (!open) return false;
    Interaction& interaction = ui.interaction;
    const Rect& w = ui.window;
    const Rect box = Rect{(w.w - std::min(size.x, w.w - 16)) / 2, (w.h - std::min(size.y, w.h - 16)) / 2,
                          std::min(size.x, w.w - 16), std::min(size.y, w.h - 16)}
                         .snapped();
    interaction.push_layer();
    // What lies below was drawn before it was known that this opens: once more, without what the mouse is over.
    if (interaction.layer() > interaction.top_layer()) ui.keep_awake();
    interaction.push_scope(id);
    const std::string name(id);
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({w.w, w.h});
    ImGui::Begin(name.c_str(), nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollWithMouse);
    const State veil = parts::item(ui, interaction.id("veil"), w, Wants::nothing, CursorShape::arrow);
    parts::item(ui, interaction.id("box"), box, Wants::nothing, CursorShape::arrow);
    const float radius = std::round(0.7f * ui.em);
    ui.painter.fill(w, Colour{0, 0, 0, ui.theme.dark ? 0.55f : 0.35f});
    ui.painter.fill(box, ui.theme.panel, radius);
    ui.painter.stroke(box, ui.theme.border, 1, radius);
    inner = box.inset(std::round(1.4f * ui.em));
    if (veil.pressed || ui.input.pressed_even_typing(Key::escape)) {
        open = false;
        ui.keep_awake();
    }
    return true;
}

void end_modal(Ui& ui) {
    ImGui::End();
    ui.interaction.pop_scope();
    ui.interaction.pop_layer();
}

}  // namespace glassformer
