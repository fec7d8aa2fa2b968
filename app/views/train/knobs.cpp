#include "app/views/train/knobs.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/views/shared/wording.h"
#include "app/views/train/run/setting_texts.h"
#include "app/views/train/texts.h"

namespace glassformer {

namespace {

bool always(const TrainState&) { return true; }
int whole(double value) { return static_cast<int>(std::lround(value)); }

/// The nearest number of two digits: one that a lecturer can say, and the same one that is typed.
double two_digits(double value) { return std::stod(fmt::format("{:.1e}", value)); }

const char* layers_label(const TrainState& state) {
    return has_heads(state.task) ? texts::train::blocks : texts::train::layers;
}

std::vector<TrainKnob> make_knobs() {
    using S = TrainState;
    using std::to_string;
    using namespace train_limits;
    const auto named = [](const char* name) { return [name](const S&) { return name; }; };
    return {
        {"train rate", named(texts::train::rate), texts::train::rate_hint, least_rate, most_rate, 0,
         Changed::learning_rate, always, [](const S& s) { return s.learning_rate; },
         [](S& s, double v) { s.learning_rate = two_digits(v); },
         [](const S& s) { return rate_text(s.learning_rate); }},
        {"train batch", named(texts::train::batch), texts::train::batch_hint, 1, most_batch, 0, Changed::batch, always,
         [](const S& s) { return s.batch; }, [](S& s, double v) { s.batch = whole(v); },
         [](const S& s) { return to_string(s.batch); }},
        {"train clip", named(texts::train::clip), texts::train::clip_hint, 0, most_clip, 0.1, Changed::clip, always,
         [](const S& s) { return s.clip; }, [](S& s, double v) { s.clip = std::round(v * 10) / 10; },
         [](const S& s) { return s.clip > 0 ? number_text(s.clip) : std::string(texts::train::clip_none); }},
        {"train steps",
         named(texts::train::steps),
         texts::train::steps_hint,
         least_steps,
         most_steps,
         0,
         {},
         always,
         [](const S& s) { return s.steps; },
         [](S& s, double v) { s.steps = whole(two_digits(v)); },
         [](const S& s) { return to_string(s.steps); }},
        {"train layers",
         layers_label,
         texts::train::layers_hint,
         1,
         most_layers,
         1,
         {},
         [](const S& s) { return has_layers(s.task); },
         [](const S& s) { return s.layers; },
         [](S& s, double v) { s.layers = whole(v); },
         [](const S& s) { return to_string(s.layers); }},
        {"train heads",
         named(texts::train::heads),
         texts::train::heads_hint,
         1,
         most_heads,
         1,
         {},
         [](const S& s) { return has_heads(s.task); },
         [](const S& s) { return s.heads; },
         [](S& s, double v) {  // to the next number that divides d_model
             const std::vector<int> counts = possible_heads(s);
             s.heads = *std::ranges::min_element(counts, {}, [&](int n) { return std::abs(n - v); });
         },
         [](const S& s) { return to_string(s.heads); }},
        {"train seed knob",
         named(texts::train::seed),
         texts::train::seed_knob_hint,
         0,
         most_seed,
         1,
         {},
         always,
         [](const S& s) { return s.seed; },
         [](S& s, double v) { s.seed = whole(v); },
         [](const S& s) { return to_string(s.seed); }},
    };
}

}  // namespace

std::span<const TrainKnob> train_knobs() {
    static const std::vector<TrainKnob> knobs = make_knobs();
    return knobs;
}

namespace {

struct KnobWidths {
    const TrainKnob* knob;
    float name, number;
};
constexpr float knob_gap = 0.8F, usual_slider = 4.4F;  // em

KnobWidths widths_of(Painter& painter, const TrainKnob& knob, const TrainState& state) {
    const float em = painter.em();
    return {.knob = &knob,
            .name = painter.measure(knob.label(state), em::small).width + 0.5F * em,
            .number = std::max(2.8F * em, painter.measure(knob.text(state), em::body, Face::bold).width + 2)};
}

/// Beside each other on as few lines as their sliders allow, each line as wide as the area.
std::vector<std::vector<KnobWidths>> lines_of_knobs(Painter& painter, const TrainState& state, float width, float gap,
                                                    float slider_width) {
    std::vector<std::vector<KnobWidths>> lines(1);
    float free = width;
    for (const TrainKnob& knob : train_knobs()) {
        if (!knob.shows(state)) continue;
        const KnobWidths one = widths_of(painter, knob, state);
        const float needed = one.name + slider_width + one.number;
        if (free < needed && !lines.back().empty()) {
            lines.emplace_back();
            free = width;
        }
        lines.back().push_back(one);
        free -= needed + gap;
    }
    return lines;
}

const TrainKnob* draw_lines(ViewContext& context, Rect& area, TrainState& state,
                            const std::vector<std::vector<KnobWidths>>& lines, float shortest) {
    Ui& ui = context.ui;
    const float em = ui.em, gap = knob_gap * em;
    const TrainKnob* moved = nullptr;
    for (const std::vector<KnobWidths>& knobs : lines) {
        Rect line = area.take_top(2 * em);
        float used = gap * static_cast<float>(knobs.size() - 1);
        for (const KnobWidths& one : knobs) used += one.name + shortest + one.number;
        const float more = std::clamp((line.w - used) / static_cast<float>(knobs.size()), 0.0F, 3 * em);
        for (const auto& [knob, name, number] : knobs) {
            Rect place = line.take_left(std::min(name + shortest + more + number, line.w));
            line.take_left(gap);
            const Rect label = place.take_left(name);
            text_in(ui.painter, label, knob->label(state), {.colour = ui.theme.muted, .size = em::small});
            if (region(ui, "name " + std::string(knob->id), label).hovered) tooltip(ui, label, knob->hint);
            const Rect value_place = place.take_right(number);
            place.take_right(0.4F * em);
            context.targets.put(knob->id, place);
            auto value = static_cast<float>(knob->get(state));
            const SliderStyle style{.logarithmic = knob->step == 0, .step = static_cast<float>(knob->step)};
            const TrainState before = state;
            if (slider(ui, knob->id, place, value, static_cast<float>(knob->low), static_cast<float>(knob->high),
                       style))
                knob->set(state, std::clamp(static_cast<double>(value), knob->low, knob->high));
            if (!(state == before)) moved = knob;
            text_in(ui.painter, value_place, knob->text(state), {.colour = ui.theme.text, .face = Face::bold});
        }
    }
    return moved;
}

}  // namespace

const TrainKnob* draw_train_knobs(ViewContext& context, Rect& area, TrainState& state) {
    Painter& painter = context.ui.painter;
    const float em = context.ui.em, gap = knob_gap * em, usual = usual_slider * em;
    float shortest = 3.4F * em;  // where all of them have one line then
    auto lines = lines_of_knobs(painter, state, area.w, gap, shortest);
    if (lines.size() > 1) lines = lines_of_knobs(painter, state, area.w, gap, shortest = usual);
    return draw_lines(context, area, state, lines, shortest);
}

float train_rate_width(Painter& painter, const TrainState& state) {
    const KnobWidths rate = widths_of(painter, train_knobs().front(), state);
    return rate.name + 1.5F * usual_slider * painter.em() + rate.number;
}

const TrainKnob* draw_train_rate(ViewContext& context, Rect area, TrainState& state) {
    return draw_lines(context, area, state, {{widths_of(context.ui.painter, train_knobs().front(), state)}},
                      usual_slider * context.ui.em);
}

}  // namespace glassformer
