#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/views/train/charts/charts.h"
#include "app/views/train/charts/charts_texts.h"
#include "app/widgets/control_parts.h"

namespace glassformer {

namespace {

/// Index of the kept step nearest to a number of steps; the earlier of two.
std::size_t nearest_kept(const std::vector<int>& kept, double step) {
    std::size_t nearest = 0;
    for (std::size_t i = 1; i < kept.size(); ++i)
        if (std::abs(kept[i] - step) < std::abs(kept[nearest] - step)) nearest = i;
    return nearest;
}

}  // namespace

int scrub_line(ViewContext& context, const Rect& line, const std::vector<int>& kept_steps, int looked_at,
               int steps_planned, float left, float right) {
    if (kept_steps.empty() || right - left < 2 || context.rules.printed) return -1;
    Ui& ui = context.ui;
    Interaction& interaction = ui.interaction;
    const float em = ui.em, edge = 0.6F * em;
    const Rect place = Rect{left - edge, line.y, right - left + 2 * edge, line.h}.snapped();
    const ItemId item = interaction.id("train scrubber");
    const parts::State state = parts::item(ui, item, place, Wants::arrows);
    context.targets.put("train scrubber", place);
    const auto last = static_cast<double>(std::max({1, steps_planned, kept_steps.back()}));
    const auto x_of = [&](int step) { return left + static_cast<float>(step / last) * (right - left); };
    const auto step_of = [&](float x) { return static_cast<double>((x - left) / (right - left)) * last; };
    const std::size_t before = nearest_kept(kept_steps, looked_at);
    std::size_t at = before;
    if (state.held) at = nearest_kept(kept_steps, step_of(ui.input.mouse.x));
    if (interaction.focused(item)) {
        const auto by = interaction.took_count(Key::right) - interaction.took_count(Key::left);
        at = static_cast<std::size_t>(
            std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(at) + by, 0, std::ssize(kept_steps) - 1));
        if (interaction.took(Key::home)) at = 0;
        if (interaction.took(Key::end)) at = kept_steps.size() - 1;
    }

    Painter& p = ui.painter;
    const Theme& theme = ui.theme;
    const float y = std::round(place.centre().y), thick = std::max(2.0F, std::round(0.14F * em)),
                tick = std::round(0.32F * em);
    p.fill({left, y - thick / 2, right - left, thick}, theme.border);
    p.fill({left, y - thick / 2, x_of(kept_steps.back()) - left, thick}, theme.muted);
    float drawn = left - em;
    for (const int step : kept_steps) {  // those that would touch are left out
        const float x = std::round(x_of(step)) + 0.5F;
        if (x - drawn < 3) continue;
        drawn = x;
        p.line({x, y - tick}, {x, y + tick}, theme.muted);
    }
    if (state.hot && !state.held)
        p.ring({x_of(kept_steps[nearest_kept(kept_steps, step_of(ui.input.mouse.x))]), y}, 0.42F * em, theme.muted,
               1.5F);
    const Vec2 handle{x_of(kept_steps[at]), y};
    p.circle(handle, 0.46F * em, theme.accent);
    if (state.focused) p.ring(handle, 0.46F * em + 3, theme.accent, 2);
    return at == before ? -1 : kept_steps[at];
}

int TrainCharts::scrub(ViewContext& context, const Rect& line, const std::vector<int>& kept_steps, int looked_at,
                       int steps_planned) const {
    const float edge = 0.7F * context.ui.em;
    const bool aligned = plot_.w > 0 && plot_.x >= line.x - edge && plot_.right() <= line.right() + edge;
    return scrub_line(context, line, kept_steps, looked_at, steps_planned, aligned ? plot_.x : line.x + edge,
                      aligned ? plot_.right() : line.right() - edge);
}

void draw_scrubber(ViewContext& context, Rect line, TrainRun& run) {
    const Ui& ui = context.ui;
    const std::vector<int> steps = run.kept_steps();
    if (steps.empty()) return;
    const int looked = run.looked_at();
    const std::string words =
        looked == 0 ? std::string(texts::train::scrub_initial) : fmt::format(texts::train::scrub, looked);
    text_in(ui.painter, line.take_left(14 * ui.em), words, {.colour = ui.theme.text, .face = Face::bold});
    const int chosen =
        scrub_line(context, line, steps, looked, run.shown().steps_planned, line.x + ui.em, line.right() - ui.em);
    if (chosen < 0) return;
    run.look_at(chosen);
    ui.keep_awake();
}

}  // namespace glassformer
