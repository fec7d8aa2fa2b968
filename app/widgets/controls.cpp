// Buttons, toggles, selectors, regions and splitters. The text field and the sliders have files of their own; what
// covers others (lists, tooltips, boxes) is in overlays.cpp.
#include "app/widgets/controls.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/control_parts.h"

namespace glassformer {

namespace {

constexpr float icon_size = 0.85f;  // em

Colour surface_colour(const Ui& ui, const parts::State& state) {
    if (state.held) return mix(ui.theme.control_hot, ui.theme.text, 0.12f);
    return state.hot ? ui.theme.control_hot : ui.theme.control;
}

}  // namespace

namespace parts {

State item(Ui& ui, ItemId id, const Rect& rect, Wants wants, CursorShape cursor) {
    Interaction& interaction = ui.interaction;
    const Rect seen = rect.intersect(ui.painter.clip());
    const bool somewhere = interaction.in_area() && rect.w > 0 && rect.h > 0;
    interaction.announce(id, seen, wants, somewhere && (seen.w <= 0 || seen.h <= 0));
    if (somewhere && interaction.to_reveal(id)) reveal(ui, rect.y - 0.4f * ui.em, rect.bottom() + 0.4f * ui.em);
    State state;
    state.hot = interaction.hot(id);
    state.pressed = interaction.press(id);
    state.held = interaction.active(id);
    state.clicked = interaction.went_up_inside(id) && ui.input.released(Button::left);
    state.focused = interaction.shows_focus(id);
    if (wants == Wants::activation && interaction.focused(id) &&
        (interaction.took(Key::space) || interaction.took(Key::enter)))
        state.clicked = true;
    if (state.hot || state.held) *ui.cursor = cursor;
    return state;
}

void focus_ring(Ui& ui, const Rect& rect, float radius) {
    ui.painter.stroke(rect.inset(-2), ui.theme.accent, 2, radius + 2);
}

float radius(const Ui& ui) { return std::round(0.4f * ui.em); }

}  // namespace parts

using parts::State;

float button_width(Ui& ui, std::string_view label, const ButtonStyle& style) {
    const float em = ui.em * style.size;
    float width = 1.4f * em;
    if (style.icon != Icon::none) width += icon_size * em;
    if (style.icon != Icon::none && !label.empty()) width += 0.5f * em;
    if (!label.empty()) width += ui.painter.measure(label, style.size).width;
    if (!style.detail.empty()) width += 0.6f * em + ui.painter.measure(style.detail, em::small * style.size).width;
    return std::ceil(width);
}

bool button(Ui& ui, std::string_view id, const Rect& rect, std::string_view label, const ButtonStyle& style) {
    if (ui.interaction.printed()) return false;
    const ItemId item = ui.interaction.id(id);
    const State state = style.enabled ? parts::item(ui, item, rect, Wants::activation) : State{};
    Painter& p = ui.painter;
    const float em = ui.em * style.size, radius = parts::radius(ui);

    if (style.selected)
        p.fill(rect, state.hot ? mix(ui.theme.accent, ui.theme.text, 0.15f) : ui.theme.accent, radius);
    else if (style.framed || state.hot || state.held)
        p.fill(rect, surface_colour(ui, state), radius);
    if (style.framed && !style.selected) p.stroke(rect, ui.theme.border, 1, radius);
    if (state.focused) parts::focus_ring(ui, rect, radius);

    const Colour ink = !style.enabled              ? ui.theme.faint
                       : style.selected            ? ui.theme.on_accent
                       : style.framed || state.hot ? ui.theme.text
                                                   : mix(ui.theme.muted, ui.theme.text, 0.5f);
    float x = rect.x + (rect.w - button_width(ui, label, style)) / 2 + 0.7f * em;
    x = std::max(x, rect.x + 0.5f * em);
    const float middle = rect.centre().y;
    if (style.icon != Icon::none) {
        icon(p, style.icon, {label.empty() ? rect.centre().x : x + icon_size * em / 2, middle}, icon_size * em, ink);
        x += (icon_size + 0.5f) * em;
    }
    const float room = rect.right() - x - 0.5f * em;
    if (!label.empty()) {
        const std::string shown = shortened(p, label, room, style.size, Face::sans);
        p.text({x, middle}, shown, {.colour = ink, .size = style.size, .anchor = Anchor::middle});
        x += p.measure(shown, style.size).width + 0.6f * em;
    }
    if (!style.detail.empty() && x < rect.right())
        p.text({x, middle}, style.detail,
               {.colour = style.selected ? ink : ui.theme.muted,
                .size = em::small * style.size,
                .anchor = Anchor::middle});
    if (!style.hint.empty() && (state.hot || state.focused) && !state.held) tooltip(ui, rect, style.hint);
    return state.clicked;
}

float toggle_width(Ui& ui, std::string_view label) {
    return std::ceil(ui.painter.measure(label, em::body).width + 2.3f * ui.em);
}

bool toggle(Ui& ui, std::string_view id, const Rect& rect, std::string_view label, bool& on,
            std::optional<Colour> colour, std::string_view hint) {
    if (ui.interaction.printed()) {
        if (on) text_in(ui.painter, rect, label, {.colour = ui.theme.text});
        return false;
    }
    const State state = parts::item(ui, ui.interaction.id(id), rect, Wants::activation);
    const Colour mark = colour.value_or(ui.theme.accent);
    const float radius = rect.h / 2;
    Painter& p = ui.painter;
    const Colour base = surface_colour(ui, state);
    p.fill(rect, on ? mix(base, mark, 0.22f) : base, radius);
    p.stroke(rect, on ? mark : ui.theme.border, 1, radius);
    if (state.focused) parts::focus_ring(ui, rect, radius);
    const Vec2 dot{rect.x + 0.85f * ui.em, rect.centre().y};
    if (on)
        p.circle(dot, 0.24f * ui.em, mark);
    else
        p.ring(dot, 0.22f * ui.em, ui.theme.muted, 1.25f);
    Rect place = rect;
    place.take_left(1.45f * ui.em);
    place.take_right(0.5f * ui.em);
    text_in(p, place, label, {.colour = on ? ui.theme.text : ui.theme.muted});
    if (!hint.empty() && state.hot && !state.held) tooltip(ui, rect, hint);
    if (state.clicked) on = !on;
    return state.clicked;
}

float segmented_width(Ui& ui, std::span<const std::string> labels) {
    float width = 0;
    for (const std::string& label : labels) width += std::ceil(ui.painter.measure(label).width + 1.4f * ui.em);
    return width;
}

bool segmented(Ui& ui, std::string_view id, const Rect& rect, std::span<const std::string> labels, int& selected) {
    if (ui.interaction.printed()) {
        if (selected >= 0 && selected < static_cast<int>(labels.size()))
            text_in(ui.painter, rect, labels[static_cast<std::size_t>(selected)], {.colour = ui.theme.text});
        return false;
    }
    const ItemId item = ui.interaction.id(id);
    const State state = parts::item(ui, item, rect, Wants::arrows);
    const float radius = parts::radius(ui), natural = segmented_width(ui, labels);
    const int before = selected, count = static_cast<int>(labels.size());
    Painter& p = ui.painter;
    p.fill(rect, ui.theme.field, radius);
    p.stroke(rect, ui.theme.border, 1, radius);
    Rect rest = rect;
    for (int i = 0; i < count; ++i) {
        const std::string& label = labels[static_cast<std::size_t>(i)];
        const float share = (p.measure(label).width + 1.4f * ui.em) / std::max(1.0f, natural);
        const Rect part = i + 1 == count ? rest : rest.take_left(std::round(rect.w * share));
        const bool hot = state.hot && part.contains(ui.input.mouse), chosen = i == selected;
        if (chosen || hot) p.fill(part.inset(2), chosen ? ui.theme.control_hot : ui.theme.control, radius - 1);
        text_in(p, part.inset(0.3f * ui.em, 0), label,
                {.colour = chosen || hot ? ui.theme.text : ui.theme.muted, .align = Align::centre});
        if (chosen) p.fill({part.x + 0.6f * ui.em, part.bottom() - 3, part.w - 1.2f * ui.em, 2}, ui.theme.accent);
        if (state.pressed && part.contains(ui.input.mouse)) selected = i;
    }
    if (state.focused) parts::focus_ring(ui, rect, radius);
    Interaction& keys = ui.interaction;
    if (keys.focused(item)) {
        selected += keys.took_count(Key::right) - keys.took_count(Key::left);
        if (keys.took(Key::home)) selected = 0;
        if (keys.took(Key::end)) selected = count - 1;
        selected = std::clamp(selected, 0, std::max(0, count - 1));
    }
    return selected != before;
}

void let_mouse_rest(Ui& ui) {
    ui.interaction.let_mouse_rest();
    ui.keep_awake();
}

Region region(Ui& ui, std::string_view id, const Rect& rect, bool focusable) {
    Interaction& interaction = ui.interaction;
    const ItemId item = interaction.id(id);
    const Input& input = ui.input;
    const State state = parts::item(ui, item, rect, focusable ? Wants::activation : Wants::nothing, *ui.cursor);
    const bool middle = interaction.press(item, Button::middle);
    Region result;
    result.mouse = input.mouse;
    result.hovered = state.hot && !input.at_rest;
    result.pressed = state.pressed || middle;
    result.clicked = interaction.went_up_inside(item) && input.released(Button::left) && !input.dragging;
    result.double_clicked = state.pressed && input.double_click;
    result.right_clicked = state.hot && input.pressed(Button::right);
    result.dragging = interaction.active(item) && input.dragging;
    if (result.dragging) result.dragged = input.mouse_moved;
    if (state.hot) result.wheel = input.wheel;
    result.focused = state.focused;
    result.activated = interaction.focused(item) && (interaction.took(Key::enter) || interaction.took(Key::space));
    if (state.focused) ui.painter.stroke(rect.inset(1), ui.theme.accent, 2, 3);
    return result;
}

namespace {

bool splitter(Ui& ui, std::string_view id, const Rect& grip, float mouse, float& at, float low, float high,
              bool vertical) {
    Interaction& interaction = ui.interaction;
    const ItemId item = interaction.id(id);
    const State state = parts::item(ui, item, grip, Wants::nothing,
                                    vertical ? CursorShape::resize_horizontal : CursorShape::resize_vertical);
    float& offset = interaction.state(item);  // from the mouse to the split when it was taken
    if (state.pressed) offset = at - mouse;
    const float before = at;
    if (state.held) at = std::clamp(mouse + offset, low, std::max(low, high));
    const Vec2 c = grip.centre();
    const Colour colour = state.hot || state.held ? ui.theme.accent : ui.theme.border;
    const float width = state.hot || state.held ? 2.0f : 1.0f;
    const Rect line = vertical ? Rect{std::round(c.x - width / 2), grip.y, width, grip.h}
                               : Rect{grip.x, std::round(c.y - width / 2), grip.w, width};
    ui.painter.fill(line, colour);
    return at != before;
}

}  // namespace

bool splitter_vertical(Ui& ui, std::string_view id, float& x, float low, float high, float top, float bottom) {
    return splitter(ui, id, {x - 4, top, 8, bottom - top}, ui.input.mouse.x, x, low, high, true);
}

Rect card(Painter& painter, const Rect& rect) {
    const float em = painter.em();
    painter.fill(rect, painter.theme().card, std::round(0.5f * em));
    painter.stroke(rect, painter.theme().border, 1, std::round(0.5f * em));
    return rect.inset(std::round(0.9f * em), std::round(0.8f * em));
}

}  // namespace glassformer
