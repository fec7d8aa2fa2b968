#include "app/views/experiments/frame/knobs.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/views/experiments/frame/texts.h"
#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "app/widgets/interaction.h"

namespace glassformer {

namespace {

constexpr float gap = 1.4F, shortest_slider = 7, longest_slider = 11, longest_choice = 12;  // em

std::string text_of(const ExperimentKnob& knob, double value) {
    return knob.text ? knob.text(value) : number_text(value);
}

float name_width(Painter& painter, const ExperimentKnob& knob) {
    return std::ceil(painter.measure(knob.label, em::small).width + 0.6F * painter.em());
}

float number_width(Painter& painter, const ExperimentKnob& knob) {
    float widest = 0;
    for (const double value : {knob.low, knob.high, knob.first})
        widest = std::max(widest, painter.measure(text_of(knob, value), em::body, Face::bold).width);
    return std::ceil(std::max(2.2F * painter.em(), widest + 0.3F * painter.em()));
}

double stepped(const ExperimentKnob& knob, double now, int by, double high) {
    if (!knob.choices.empty() || knob.is_switch) {
        const int count = knob.is_switch ? 2 : static_cast<int>(knob.choices.size());
        return (static_cast<int>(std::lround(now)) + by + count) % count;
    }
    const double next =
        knob.step == 0 ? std::stod(fmt::format("{:.1e}", now * std::pow(10, 0.2 * by))) : now + by * knob.step;
    return std::clamp(next, knob.low, high);
}

/// Of the control without its name.
float control_width(Ui& ui, const ExperimentKnob& knob) {
    if (!knob.choices.empty()) {
        const float all = segmented_width(ui, knob.choices);
        return all <= 26 * ui.em ? all : longest_choice * ui.em;
    }
    return shortest_slider * ui.em + number_width(ui.painter, knob);
}

float knob_width(Ui& ui, const ExperimentKnob& knob) {
    return knob.is_switch ? toggle_width(ui, knob.label) : name_width(ui.painter, knob) + control_width(ui, knob);
}

bool draw_slider(Ui& ui, const std::string& target, Rect place, const ExperimentKnob& knob, double high,
                 double& value) {
    const Rect number = place.take_right(number_width(ui.painter, knob));
    place.take_right(0.4F * ui.em);
    auto moved = static_cast<float>(value);
    const SliderStyle style{.logarithmic = knob.step == 0, .step = static_cast<float>(knob.step)};
    const bool changed =
        slider(ui, target, place, moved, static_cast<float>(knob.low), static_cast<float>(high), style);
    if (changed) {
        const double typed = knob.step == 0 ? std::stod(fmt::format("{:.1e}", moved)) : static_cast<double>(moved);
        value = std::clamp(typed, knob.low, high);
    }
    text_in(ui.painter, number, text_of(knob, value), {.colour = ui.theme.text, .face = Face::bold});
    return changed;
}

bool draw_choice(ViewContext& context, const std::string& target, const Rect& place, const ExperimentKnob& knob,
                 double& value) {
    Ui& ui = context.ui;
    int chosen = std::clamp(static_cast<int>(std::lround(value)), 0, static_cast<int>(knob.choices.size()) - 1);
    const bool all = segmented_width(ui, knob.choices) <= place.w + 1;
    Rect parts = place;
    for (std::size_t i = 0; all && i < knob.choices.size(); ++i)
        context.targets.put(target + " " + knob.choices[i],
                            parts.take_left(std::ceil(ui.painter.measure(knob.choices[i]).width + 1.4F * ui.em)));
    const bool changed =
        all ? segmented(ui, target, place, knob.choices, chosen) : dropdown(ui, target, place, knob.choices, chosen);
    if (changed) value = chosen;
    return changed;
}

/// True while it is changed.
bool draw_knob(ViewContext& context, Rect place, const ExperimentKnob& knob, KnobValues& values, bool chosen) {
    Ui& ui = context.ui;
    if (chosen) {  // a line under its name
        const float width = knob.is_switch ? place.w : name_width(ui.painter, knob) - 0.6F * ui.em;
        ui.painter.fill({place.x, place.bottom() - 0.25F * ui.em, width, std::max(1.0F, 0.1F * ui.em)},
                        ui.theme.accent);
    }
    const std::string target = "experiment " + knob.id;
    double value = values.at(knob.id);
    bool changed = false;
    if (knob.is_switch) {
        bool on = value > 0.5;
        changed = toggle(ui, target, place, knob.label, on, {}, knob.hint);
        value = on ? 1 : 0;
    } else {
        const Rect name = place.take_left(name_width(ui.painter, knob));
        text_in(ui.painter, name, knob.label, {.colour = ui.theme.muted, .size = em::small});
        if (region(ui, "name of " + target, name).hovered) tooltip(ui, name, knob.hint);
        changed = knob.choices.empty() ? draw_slider(ui, target, place, knob, values.high(knob), value)
                                       : draw_choice(context, target, place, knob, value);
    }
    context.targets.put(target, place);
    if (changed) values.set(knob.id, value);
    return changed;
}

/// "12", "ReLU", "on".
std::string value_of(const ExperimentKnob& knob, const KnobValues& values) {
    const double value = values.at(knob.id);
    if (knob.is_switch) return value > 0.5 ? texts::experiment_frame::on : texts::experiment_frame::off;
    if (knob.choices.empty()) return text_of(knob, value);
    return knob.choices[static_cast<std::size_t>(
        std::clamp(static_cast<int>(std::lround(value)), 0, static_cast<int>(knob.choices.size()) - 1))];
}

/// Its name and its value as words; true where it was clicked. Takes its place from the line, or nothing where there is
/// none.
bool draw_knob_words(ViewContext& context, Rect& line, const ExperimentKnob& knob, const KnobValues& values,
                     bool chosen) {
    Ui& ui = context.ui;
    const std::string value = value_of(knob, values);
    const float name = ui.painter.measure(knob.label, em::small).width + 0.4F * ui.em,
                wide = name + ui.painter.measure(value, em::small, Face::bold).width + 1;
    if (wide > line.w) return line.w = 0, false;
    Rect place = line.take_left(wide);
    line.take_left(gap * ui.em);
    context.targets.put("experiments value " + knob.id, place);
    const Region touched = region(ui, "value of experiment " + knob.id, place);
    if (touched.hovered) {
        *ui.cursor = CursorShape::hand;
        tooltip(ui, place, knob.hint);
    }
    text_in(ui.painter, place.take_left(name), knob.label,
            {.colour = chosen ? ui.theme.accent_text : ui.theme.muted, .size = em::small});
    text_in(ui.painter, place, value, {.colour = ui.theme.text, .size = em::small, .face = Face::bold});
    return touched.clicked;
}

/// On what is seen of it, and with nothing open above it.
bool is_pressed(Ui& ui, const Rect& place) {
    return ui.input.pressed(Button::left) && ui.interaction.layer() == ui.interaction.top_layer() &&
           place.intersect(ui.painter.clip()).contains(ui.input.mouse);
}

}  // namespace

KnobValues::KnobValues(std::span<const ExperimentKnob> knobs) {
    for (const ExperimentKnob& knob : knobs) numbers_[knob.id] = knob.first;
}

double KnobValues::kept(const std::string& id) const {
    const auto found = numbers_.find(id);
    return found == numbers_.end() ? 0 : found->second;
}

double KnobValues::at(const std::string& id) const {
    const auto limit = highest_.find(id);
    return limit == highest_.end() ? kept(id) : std::min(kept(id), limit->second);
}

double KnobValues::high(const ExperimentKnob& knob) const {
    const auto limit = highest_.find(knob.id);
    return limit == highest_.end() ? knob.high : std::min(knob.high, std::max(knob.low, limit->second));
}

int KnobValues::whole(const std::string& id) const { return static_cast<int>(std::lround(at(id))); }

void save_knobs(std::span<const ExperimentKnob> knobs, const KnobValues& values, ViewValues& to) {
    for (const ExperimentKnob& knob : knobs) to[knob.id] = value_text(static_cast<float>(values.kept(knob.id)));
}

void load_knobs(std::span<const ExperimentKnob> knobs, const ViewValues& from, KnobValues& values) {
    const ViewReader read(from);
    for (const ExperimentKnob& knob : knobs) {
        const double high = knob.choices.empty() ? knob.high : static_cast<double>(knob.choices.size()) - 1;
        const float kept = read.number(knob.id, static_cast<float>(values.kept(knob.id)), static_cast<float>(knob.low),
                                       static_cast<float>(high));
        double value = std::stod(fmt::format("{}", kept));  // 0.1, as it was set, not the float next to it
        if (!knob.choices.empty() || knob.is_switch) value = std::round(value);
        values.set(knob.id, value);
    }
}

bool step_knob(const ExperimentKnob& knob, int by, KnobValues& values) {
    const double now = values.at(knob.id), then = stepped(knob, now, by, values.high(knob));
    values.set(knob.id, then);
    return then != now;
}

bool draw_experiment_knobs(ViewContext& context, Rect& area, std::span<const ExperimentKnob> knobs, KnobValues& values,
                           std::string& chosen, bool& is_marked) {
    Ui& ui = context.ui;
    const float em = ui.em;
    std::vector<std::vector<const ExperimentKnob*>> lines(1);
    float left = area.w;
    for (const ExperimentKnob& knob : knobs) {
        if (knob.shows && !knob.shows(values)) continue;
        const float needed = knob_width(ui, knob);
        if (left < needed && !lines.back().empty()) {
            lines.emplace_back();
            left = area.w;
        }
        lines.back().push_back(&knob);
        left -= needed + gap * em;
    }
    bool changed = false;
    for (const auto& line_of_knobs : lines) {
        if (line_of_knobs.empty()) continue;
        Rect line = area.take_top(2 * em);
        area.take_top(0.3F * em);
        float used = gap * em * static_cast<float>(line_of_knobs.size() - 1), sliders = 0;
        for (const ExperimentKnob* knob : line_of_knobs) {
            used += knob_width(ui, *knob);
            if (knob->choices.empty() && !knob->is_switch) ++sliders;
        }
        const float more =
            sliders > 0 ? std::clamp((line.w - used) / sliders, 0.0F, (longest_slider - shortest_slider) * em) : 0;
        for (const ExperimentKnob* knob : line_of_knobs) {
            const bool grows = knob->choices.empty() && !knob->is_switch;
            const Rect place = line.take_left(std::min(line.w, knob_width(ui, *knob) + (grows ? more : 0)));
            line.take_left(gap * em);
            if (draw_knob(context, place, *knob, values, is_marked && knob->id == chosen))
                changed = true;
            else if (!is_pressed(ui, place))
                continue;
            chosen = knob->id;
            is_marked = true;
        }
    }
    return changed;
}

bool draw_experiment_knob_line(ViewContext& context, Rect line, std::span<const ExperimentKnob> knobs,
                               KnobValues& values, std::string& chosen, bool& is_marked, bool live) {
    Ui& ui = context.ui;
    std::vector<const ExperimentKnob*> shown;
    for (const ExperimentKnob& knob : knobs)
        if (!knob.shows || knob.shows(values)) shown.push_back(&knob);
    const auto first = std::ranges::find(shown, chosen, [](const ExperimentKnob* knob) { return knob->id; });
    if (first != shown.end()) std::rotate(shown.begin(), first, first + 1);
    bool changed = false;
    const auto choose = [&](const ExperimentKnob& knob) {
        changed = true;
        chosen = knob.id;
        is_marked = true;
    };
    for (const ExperimentKnob* knob : shown) {
        if (!live || knob != shown.front()) {
            const bool marked = is_marked && knob->id == chosen;
            if (draw_knob_words(context, line, *knob, values, marked)) choose(*knob);
            continue;
        }
        const bool grows = knob->choices.empty() && !knob->is_switch;
        const float most = knob_width(ui, *knob) + (grows ? (longest_slider - shortest_slider) * ui.em : 0);
        const Rect place = line.take_left(std::min(line.w, most));
        line.take_left(gap * ui.em);
        if (draw_knob(context, place, *knob, values, is_marked && knob->id == chosen) || is_pressed(ui, place))
            choose(*knob);
    }
    return changed;
}

}  // namespace glassformer
