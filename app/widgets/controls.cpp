// Buttons, toggles, selectors, the text field, sliders. What covers others (lists, tooltips, boxes) is in overlays.cpp.
#include "app/widgets/controls.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/control_parts.h"
#include "app/widgets/imgui_painter.h"
#include "app/widgets/imgui_shim.h"

#include <imgui_stdlib.h>

namespace glassformer {

namespace {

constexpr float icon_size = 0.85f;  // em

Colour surface_colour(const Ui& ui, const parts::State& state) {
    if (state.held) return mix(ui.theme.control_hot, ui.theme.text, 0.12f);
    return state.hot ? ui.theme.control_hot : ui.theme.control;
}

float stepped(float value, float low, float high, float step) {
    if (step > 0) value = low + std::round((value - low) / step) * step;
    return std::clamp(value, low, high);
}

/// Where a value lies on a slider, 0 to 1, and back.
float fraction_of(float value, float low, float high, bool logarithmic) {
    if (high <= low) return 0;
    if (logarithmic && low > 0) return std::log(value / low) / std::log(high / low);
    return (value - low) / (high - low);
}
float value_at(float fraction, float low, float high, bool logarithmic) {
    if (logarithmic && low > 0) return low * std::pow(high / low, fraction);
    return low + fraction * (high - low);
}

}  // namespace

namespace parts {

State item(Ui& ui, ItemId id, const Rect& rect, Wants wants, CursorShape cursor) {
    Interaction& interaction = ui.interaction;
    interaction.announce(id, rect.intersect(ui.painter.clip()), wants);
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

std::string line_of(std::string_view text) {
    std::string line;
    for (const char c : text) {
        if (c == '\n')
            line += "↵";
        else if (c != '\r')
            line += c;
    }
    return line;
}

namespace {

struct FieldWork {  // of one frame, for ImGui's callback
    const TextFieldStyle* style;
    bool caret_to_end;
};

int edit_field(ImGuiInputTextCallbackData* data) {
    auto& work = *static_cast<FieldWork*>(data->UserData);
    if (data->EventFlag == ImGuiInputTextFlags_CallbackAlways && work.caret_to_end) {
        data->CursorPos = data->BufTextLen;
        data->ClearSelection();
        work.caret_to_end = false;
    }
    if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion && work.style->complete) {
        const std::string made =
            work.style->complete(std::string(data->Buf, static_cast<std::size_t>(data->CursorPos)));
        data->DeleteChars(0, data->CursorPos);
        data->InsertChars(0, made.c_str());
    }
    return 0;
}

}  // namespace

TextEvent text_field(Ui& ui, std::string_view id, const Rect& rect, std::string& text, std::string_view placeholder,
                     const TextFieldStyle& style) {
    Interaction& interaction = ui.interaction;
    const ItemId item = interaction.id(id);
    parts::item(ui, item, rect, style.complete ? Wants::completed_text : Wants::text, CursorShape::text);
    ui.surface.want(text);
    Painter& p = ui.painter;
    const float radius = parts::radius(ui);
    p.fill(rect, ui.theme.field, radius);

    const FontChoice font = ui.surface.font(em::body, Face::sans);
    const Rect inside = rect.inset(0.7f * ui.em, 0);
    float& was_active = interaction.state(item);  // 1 while ImGui edits the text
    // ImGui shows the beginning of a field that nobody writes in, and cuts the rest without a sign.
    const bool reading = was_active == 0 && !text.empty();
    if (reading)
        p.text({inside.x, std::round(rect.centre().y - font.size / 2)},
               shortened(p, line_of(text), inside.w, em::body, Face::sans), {.colour = ui.theme.text});
    p.push_clip(inside.inset(-2, 0));
    ImGui::PushID(static_cast<int>(item));
    shim::push_font(font.font, font.size);
    ImGui::SetCursorScreenPos({inside.x, std::round(rect.centre().y - font.size / 2)});
    ImGui::SetNextItemWidth(inside.w);
    if (interaction.focused(item) && was_active == 0) ImGui::SetKeyboardFocusHere();
    const std::string hint(placeholder);
    FieldWork work{&style, style.caret_at_end && was_active == 0};
    int flags = 0;
    if (style.complete) flags |= ImGuiInputTextFlags_CallbackCompletion;
    if (style.caret_at_end) flags |= ImGuiInputTextFlags_CallbackAlways;
    if (reading) ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(0, 0, 0, 0));
    const bool changed = ImGui::InputTextWithHint("", hint.c_str(), &text, flags, edit_field, &work);
    if (reading) ImGui::PopStyleColor();
    const bool active = ImGui::IsItemActive();
    const bool ended = ImGui::IsItemDeactivated();
    ImGui::PopFont();
    ImGui::PopID();
    p.pop_clip();
    if (&p != &ui.surface)  // a vector file: ImGui's text is in the window alone
        text_in(p, inside, text.empty() ? placeholder : text,
                {.colour = text.empty() ? ui.theme.muted : ui.theme.text});

    TextEvent event = changed ? TextEvent::changed : TextEvent::none;
    if (active && !interaction.focused(item)) {
        if (was_active == 1)
            ImGui::ClearActiveID();  // Tab went elsewhere
        else
            interaction.focus(item, false);
    }
    if (ended && interaction.focused(item)) {
        if (interaction.took(Key::enter)) event = TextEvent::submitted;
        if (interaction.took(Key::escape)) event = TextEvent::cancelled;
        interaction.focus(0, false);
    }
    const bool editing = active && interaction.focused(item);
    was_active = editing ? 1 : 0;
    if (editing) {
        interaction.editing = true;
        ui.keep_awake_for_caret();
    }
    p.stroke(rect, editing ? ui.theme.accent : interaction.hot(item) ? ui.theme.muted : ui.theme.border, 1, radius);
    return event;
}

void focus_text_field(Ui& ui, std::string_view id) {
    ui.interaction.focus(ui.interaction.id(id), false);
    ui.keep_awake();
}

bool text_field_focused(const Ui& ui, std::string_view id) {
    return ui.interaction.editing && ui.interaction.focused(ui.interaction.id(id));
}

bool slider(Ui& ui, std::string_view id, const Rect& rect, float& value, float low, float high,
            const SliderStyle& style) {
    Interaction& interaction = ui.interaction;
    const ItemId item = interaction.id(id);
    const State state = parts::item(ui, item, rect, Wants::arrows);
    const float before = value, knob = 0.42f * ui.em;
    const float left = rect.x + knob, length = std::max(1.0f, rect.w - 2 * knob);
    const bool logarithmic = style.logarithmic;
    if (state.held)
        value = stepped(value_at(std::clamp((ui.input.mouse.x - left) / length, 0.0f, 1.0f), low, high, logarithmic),
                        low, high, style.step);
    if (interaction.focused(item)) {
        const auto count = [&](Key a, Key b) { return interaction.took_count(a) + interaction.took_count(b); };
        const int by = count(Key::right, Key::up) - count(Key::left, Key::down);
        if (by != 0 && style.step > 0)
            value = stepped(value + static_cast<float>(by) * style.step, low, high, style.step);
        if (by != 0 && style.step <= 0)
            value = value_at(
                std::clamp(fraction_of(value, low, high, logarithmic) + 0.01f * static_cast<float>(by), 0.0f, 1.0f),
                low, high, logarithmic);
        if (interaction.took(Key::home)) value = low;
        if (interaction.took(Key::end)) value = high;
    }
    const Colour mark = style.colour.a > 0 ? style.colour : ui.theme.accent;
    const float x = left + length * std::clamp(fraction_of(value, low, high, logarithmic), 0.0f, 1.0f);
    const float y = rect.centre().y, thick = std::max(3.0f, std::round(0.2f * ui.em));
    Painter& p = ui.painter;
    p.fill({rect.x, y - thick / 2, rect.w, thick}, ui.theme.faint, thick / 2);
    p.fill({rect.x, y - thick / 2, x - rect.x, thick}, mark, thick / 2);
    p.circle({x, y}, state.hot || state.held ? knob * 1.12f : knob, mark);
    if (state.focused) p.ring({x, y}, knob + 3, mark, 2);
    return value != before;
}

bool slider(Ui& ui, std::string_view id, const Rect& rect, int& value, int low, int high) {
    float position = static_cast<float>(value);
    const int before = value;
    slider(ui, id, rect, position, static_cast<float>(low), static_cast<float>(high), {.step = 1});
    value = static_cast<int>(std::lround(position));
    return value != before;
}

float scrubber_x(const Rect& rect, int count, int index, float em) {
    const float edge = 0.6f * em;
    return rect.x + edge + (rect.w - 2 * edge) * static_cast<float>(index) / static_cast<float>(std::max(1, count - 1));
}

bool scrubber(Ui& ui, std::string_view id, const Rect& rect, int count, int& value) {
    if (count < 1) return false;
    Interaction& interaction = ui.interaction;
    const ItemId item = interaction.id(id);
    const State state = parts::item(ui, item, rect, Wants::arrows);
    const int before = value;
    const float first = scrubber_x(rect, count, 0, ui.em), last = scrubber_x(rect, count, count - 1, ui.em);
    if (state.held && last > first)
        value =
            static_cast<int>(std::lround((ui.input.mouse.x - first) / (last - first) * static_cast<float>(count - 1)));
    if (interaction.focused(item)) {
        value += interaction.took_count(Key::right) - interaction.took_count(Key::left);
        if (interaction.took(Key::home)) value = 0;
        if (interaction.took(Key::end)) value = count - 1;
    }
    value = std::clamp(value, 0, count - 1);

    Painter& p = ui.painter;
    const float y = std::round(rect.centre().y), thick = std::max(2.0f, std::round(0.18f * ui.em)),
                here = scrubber_x(rect, count, value, ui.em);
    p.fill({first, y - thick / 2, last - first, thick}, ui.theme.border);
    p.fill({first, y - thick / 2, here - first, thick}, ui.theme.accent);
    // Points that would touch are left out: a long model has hundreds of stages.
    const float distance = count > 1 ? (last - first) / static_cast<float>(count - 1) : 0;
    const float dot = std::min(0.3f * ui.em, distance * 0.3f);
    if (dot >= 1.5f)
        for (int i = 0; i < count; ++i)
            p.circle({scrubber_x(rect, count, i, ui.em), y}, dot,
                     i <= value ? ui.theme.accent : mix(ui.theme.border, ui.theme.faint, 0.5f));
    if (state.hot && !state.held && last > first) {
        const int near = std::clamp(
            static_cast<int>(std::lround((ui.input.mouse.x - first) / (last - first) * static_cast<float>(count - 1))),
            0, count - 1);
        p.ring({scrubber_x(rect, count, near, ui.em), y}, 0.42f * ui.em, ui.theme.muted, 1.5f);
    }
    p.circle({here, y}, 0.5f * ui.em, ui.theme.accent);
    if (state.focused) p.ring({here, y}, 0.5f * ui.em + 3, ui.theme.accent, 2);
    return value != before;
}

Region region(Ui& ui, std::string_view id, const Rect& rect, bool focusable) {
    Interaction& interaction = ui.interaction;
    const ItemId item = interaction.id(id);
    const Input& input = ui.input;
    const State state = parts::item(ui, item, rect, focusable ? Wants::activation : Wants::nothing, *ui.cursor);
    const bool middle = interaction.press(item, Button::middle);
    Region result;
    result.mouse = input.mouse;
    result.hovered = state.hot;
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
