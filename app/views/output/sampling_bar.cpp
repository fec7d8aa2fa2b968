#include "app/views/output/sampling_bar.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "app/views/output/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"
#include "app/widgets/flow_rows.h"

namespace glassformer {

namespace {

constexpr float row_height = 2.2F;      // em
constexpr float sampled_height = 1.9F;  // em, of the line in place of the controls
constexpr int max_top_k = 100;

/// "temperature —●— 0.80"
bool labelled_slider(ViewContext& context, const Rect& place, const char* id, const std::string& name, float& value,
                     float low, float high, float step, const std::string& shown) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect rest = place;
    text_in(ui.painter, rest.take_left(ui.painter.measure(name, em::small).width + 0.6F * em), name,
            {.colour = ui.theme.muted, .size = em::small});
    const Rect number = rest.take_right(3.0F * em);
    rest.take_right(0.4F * em);
    context.targets.put(id, rest);
    const bool moved = slider(ui, id, rest, value, low, high, {.step = step});
    text_in(ui.painter, number, shown, {.colour = ui.theme.text, .face = Face::bold});
    return moved;
}

/// Rounds to two decimals: 0.9, not 0.89999998.
float hundredths(float value) { return std::round(value * 100) / 100; }

bool bar_button(ViewContext& context, FlowRows& rows, const char* id, Icon icon, const std::string& label,
                Command command, const char* what, bool selected = false, bool enabled = true) {
    const ButtonStyle style{.icon = icon, .selected = selected, .enabled = enabled};
    Rect place = rows.place(button_width(context.ui, label, style));
    place = Rect{place.x, place.y + 0.15F * context.ui.em, place.w, place.h - 0.3F * context.ui.em}.snapped();
    context.targets.put(id, place);
    ButtonStyle with_hint = style;
    const std::string tip = hint(what, command);
    with_hint.hint = tip;
    return button(context.ui, id, place, label, with_hint);
}

float slider_width(Ui& ui, const char* name) { return ui.painter.measure(name, em::small).width + 10.5F * ui.em; }

}  // namespace

std::string sampling_line(const Sampling& sampling) {
    if (sampling.greedy) return texts::output::sampled_greedily;
    return fmt::format(
        texts::output::sampled, number_text(static_cast<double>(sampling.temperature)),
        sampling.top_k == 0 ? texts::output::all_tokens : std::to_string(sampling.top_k),
        sampling.top_p >= 1 ? texts::output::all_tokens : number_text(static_cast<double>(sampling.top_p)));
}

float sampling_bar_height(const ViewContext& context, float width) {
    Ui& ui = context.ui;
    if (context.presented) return sampled_height * ui.em;
    Rect rest{0, 0, width, 1e4F};
    FlowRows rows(rest, row_height * ui.em, 1.2F * ui.em);
    for (const char* name : {texts::output::temperature, texts::output::top_k, texts::output::top_p})
        rows.place(slider_width(ui, name));
    rows.place(toggle_width(ui, texts::output::greedy));
    return 1e4F - rest.h + 0.3F * ui.em;
}

void draw_sampling_bar(ViewContext& context, Rect& area, Sampling& sampling, int vocabulary) {
    Ui& ui = context.ui;
    const float em = ui.em;
    if (context.presented) {
        const Rect line = area.take_top(sampled_height * em);
        context.targets.put("sampling", line);
        return text_in(ui.painter, line, sampling_line(sampling), {.colour = ui.theme.text, .size = em::small});
    }
    FlowRows rows(area, row_height * em, 1.2F * em);
    const auto wide = [&](const char* name) { return slider_width(ui, name); };
    float temperature = sampling.temperature;
    if (labelled_slider(context, rows.place(wide(texts::output::temperature)), "temperature",
                        texts::output::temperature, temperature, 0, 5, 0.05F,
                        number_text(static_cast<double>(sampling.temperature))))
        sampling.temperature = hundredths(temperature);
    const int most = std::min(vocabulary, max_top_k);
    auto top_k = static_cast<float>(std::min(sampling.top_k, most));
    if (labelled_slider(context, rows.place(wide(texts::output::top_k)), "top_k", texts::output::top_k, top_k, 0,
                        static_cast<float>(most), 1,
                        sampling.top_k == 0 ? texts::output::all_tokens : std::to_string(sampling.top_k)))
        sampling.top_k = static_cast<int>(std::lround(top_k));
    float top_p = sampling.top_p;
    if (labelled_slider(
            context, rows.place(wide(texts::output::top_p)), "top_p", texts::output::top_p, top_p, 0.01F, 1, 0.01F,
            sampling.top_p >= 1 ? texts::output::all_tokens : number_text(static_cast<double>(sampling.top_p))))
        sampling.top_p = hundredths(top_p);
    const Rect row = rows.place(toggle_width(ui, texts::output::greedy));
    const Rect greedy = row.inset(0, 0.2F * em).snapped();
    context.targets.put("greedy", greedy);
    toggle(ui, "greedy", greedy, texts::output::greedy, sampling.greedy, {}, texts::output::greedy_hint);
    area.take_top(0.3F * em);
}

std::optional<Command> draw_generation_bar(ViewContext& context, Rect& area, OutputState& state) {
    Ui& ui = context.ui;
    const float em = ui.em;
    std::optional<Command> clicked;
    if (context.presented) return clicked;  // keys do the same
    FlowRows rows(area, row_height * em, 1.2F * em);
    const bool translating = state.pair;
    if (bar_button(context, rows, "next token", Icon::step,
                   translating ? texts::output::next_word : texts::output::next_token, output_next_token,
                   texts::output::next_token_hint))
        clicked = output_next_token;
    if (bar_button(context, rows, "play", state.playing ? Icon::pause : Icon::play,
                   state.playing ? texts::output::pause : texts::output::play, Command::play, texts::output::play_hint,
                   state.playing))
        clicked = Command::play;
    if (translating && bar_button(context, rows, "whole", Icon::last, texts::output::whole_translation,
                                  output_whole_text, texts::output::whole_translation_hint, state.at_once))
        clicked = output_whole_text;
    if (bar_button(context, rows, "again", Icon::first,
                   translating ? texts::output::start_over : texts::output::regenerate, Command::again,
                   translating ? texts::output::start_over_hint : texts::output::regenerate_hint))
        clicked = Command::again;
    std::vector<std::string> speeds;
    for (const GenerationSpeed& speed : generation_speeds) speeds.emplace_back(speed.text);
    Rect speed = rows.place(6.2F * em);
    speed = Rect{speed.x, speed.y + 0.15F * em, speed.w, speed.h - 0.3F * em}.snapped();
    context.targets.put("speed", speed);
    dropdown(ui, "speed", speed, speeds, state.speed);

    Sampling& sampling = state.chosen();
    if (translating && sampling.greedy) {  // no number is drawn
        area.take_top(0.3F * em);
        return clicked;
    }
    Rect seed = rows.place(9.5F * em);
    text_in(ui.painter, seed.take_left(ui.painter.measure(texts::output::seed, em::small).width + 0.6F * em),
            texts::output::seed, {.colour = ui.theme.muted, .size = em::small});
    seed = Rect{seed.x, seed.y + 0.15F * em, seed.w, seed.h - 0.3F * em}.snapped();
    context.targets.put("seed", seed);
    const std::string now = std::to_string(sampling.seed);
    if (state.seed_shown != now) state.seed_text = state.seed_shown = now;
    const TextEvent event = text_field(ui, "seed", seed, state.seed_text, texts::output::seed_placeholder);
    if (event == TextEvent::submitted || event == TextEvent::changed) {
        std::int64_t number = 0;
        const char* end = state.seed_text.data() + state.seed_text.size();
        const auto read = std::from_chars(state.seed_text.data(), end, number);
        if (read.ec == std::errc{} && read.ptr == end && number >= 0) {
            sampling.seed = static_cast<std::uint64_t>(number);
            state.seed_shown = std::to_string(sampling.seed);
        } else if (event == TextEvent::submitted) {
            context.notice = texts::output::seed_invalid;
            state.seed_text = now;
            focus_text_field(ui, "seed");  // the next letters are no keys of the window
        }
    } else if (event == TextEvent::cancelled) {
        state.seed_text = now;
    }
    area.take_top(0.3F * em);
    return clicked;
}

}  // namespace glassformer
