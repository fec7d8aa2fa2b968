// Sliders, linear and logarithmic, and the scrubber of the timeline.
#include <algorithm>
#include <cmath>

#include "app/widgets/control_parts.h"
#include "app/widgets/controls.h"

namespace glassformer {

using parts::State;

namespace {

float stepped(float value, float low, float high, float step) {
    if (step > 0) value = low + std::round((value - low) / step) * step;
    return std::clamp(value, low, high);
}

/// Converts a value to its place on a slider, 0 to 1, and back.
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

bool slider(Ui& ui, std::string_view id, const Rect& rect, float& value, float low, float high,
            const SliderStyle& style) {
    Interaction& interaction = ui.interaction;
    if (interaction.printed()) return false;
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
    if (count < 1 || ui.interaction.printed()) return false;
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

}  // namespace glassformer
