#include "app/views/walk/timeline.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "app/views/shared/menus.h"
#include "app/views/shared/stage_groups.h"
#include "app/views/shared/wanted_stage.h"
#include "app/views/shared/wording.h"
#include "app/views/walk/texts.h"
#include "app/widgets/controls.h"
#include "core/tape/stage_text.h"

namespace glassformer {

namespace {

constexpr float label_size = em::small;

enum class Layout : std::uint8_t { full, no_labels, one_row };
Layout layout(const Ui& ui) {
    const float lines = ui.window.h / ui.em;
    return lines > 34 ? Layout::full : lines > 20 ? Layout::no_labels : Layout::one_row;
}

void transport(ViewContext& context, Rect& bar, const WalkState& state, std::optional<Command>& clicked) {
    Ui& ui = context.ui;
    const float em = ui.em, high = 2.0F * em;
    const auto unit = static_cast<std::size_t>(state.by);
    const struct {
        const char* id;
        Icon icon;
        Command command;
        const char* what;
    } buttons[] = {
        {"first", Icon::first, Command::first_stage, texts::walk::first_stage},
        {"back", Icon::step_back, Command::step_back, texts::walk::previous[unit]},
        {"play", state.playing ? Icon::pause : Icon::play, Command::play,
         state.playing ? texts::walk::pause : texts::walk::play},
        {"step", Icon::step, Command::step_forward, texts::walk::next[unit]},
        {"last", Icon::last, Command::last_stage, texts::walk::last_stage},
    };
    for (const auto& b : buttons) {
        const Rect place = Rect{bar.x, bar.y + (bar.h - high) / 2, high, high}.snapped();
        bar.take_left(high + 0.15F * em);
        context.targets.put(b.id, place);
        const std::string tip = hint(b.what, b.command);
        const bool stop = b.command == Command::play && state.playing;
        if (button(ui, b.id, place, "", {.icon = b.icon, .framed = false, .selected = stop, .hint = tip}))
            clicked = b.command;
    }
    bar.take_left(0.8F * em);
}

void step_choices(ViewContext& context, Rect& bar, WalkState& state) {
    Ui& ui = context.ui;
    const float em = ui.em, high = 1.8F * em;
    const auto place = [&](float width) {
        const Rect r = bar.take_left(width);
        return Rect{r.x, r.y + (r.h - high) / 2, r.w, high}.snapped();
    };
    std::vector<std::string> speeds;
    for (const PlaySpeed& speed : play_speeds) speeds.emplace_back(speed.text);
    const Rect speed = place(4.2F * em);
    context.targets.put("speed", speed);
    dropdown(ui, "speed", speed, speeds, state.speed);
    bar.take_left(1.0F * em);
    const std::vector<std::string> units(std::begin(texts::walk::step_units), std::end(texts::walk::step_units));
    const float wide = segmented_width(ui, units);
    const float caption = ui.painter.measure(texts::walk::step_by, em::small).width + 0.6F * em;
    if (bar.w < wide + caption) return;
    text_in(ui.painter, bar.take_left(caption), texts::walk::step_by, {.colour = ui.theme.muted, .size = em::small});
    int unit = static_cast<int>(state.by);
    const Rect by = place(wide);
    context.targets.put("step by", by);
    constexpr std::array unit_targets{"step by stage", "step by row", "step by cell"};
    for (std::size_t i = 0; i < unit_targets.size(); ++i)
        context.targets.put(unit_targets[i], {by.x + static_cast<float>(i) * by.w / 3, by.y, by.w / 3, by.h});
    if (segmented(ui, "step by", by, units, unit)) {
        state.by = static_cast<StepBy>(unit);
        context.cursor.limit = -1;
    }
}

/// Draws the blocks as fields below the line, with their names above it.
void groups(ViewContext& context, const Rect& names, const Rect& line) {
    Ui& ui = context.ui;
    const Trace& trace = context.shown.current->trace();
    const auto& stages = trace.stages();
    const int count = static_cast<int>(stages.size());
    const float em = ui.em;
    const float step = count > 1 ? scrubber_x(line, count, 1, em) - scrubber_x(line, count, 0, em) : em;
    const StageGroups all = stage_groups(trace, stages);
    const int here = record_at(trace, context.cursor);
    const auto field_of = [&](const StageGroup& group) {
        const float left = scrubber_x(line, count, group.begin, em) - 0.45F * step;
        const float right = scrubber_x(line, count, group.end - 1, em) + 0.45F * step;
        return Rect{left, names.y, right - left, line.bottom() - names.y};
    };
    draw_groups(ui.painter, all, field_of, names.h, here < 0 ? -1 : stage_index(trace, here),
                {ui.theme.control.faded(0.45F), ui.theme.control.faded(0.9F)});
}

/// Below the line the name of the stage that is shown, and of the parts of the model where they have room: all stages
/// at once would be small and slanted. The stage under the mouse is named by its tooltip. `instead`: the name of what
/// is shown, where it is no stage of this pass.
void labels(ViewContext& context, const Rect& area, const Rect& line, int current, const std::string& instead) {
    Ui& ui = context.ui;
    const Trace& trace = context.shown.current->trace();
    const auto& stages = trace.stages();
    const int count = static_cast<int>(stages.size());
    const float em = ui.em, high = 1.4F * em, space = 0.6F * em;
    const auto x = [&](int i) { return scrubber_x(line, count, i, em); };
    const auto at = [&](int i) -> const Record& { return trace.record(stages[static_cast<std::size_t>(i)]); };
    const auto draw = [&](const std::string& name, Rect place, bool here) {
        text_in(ui.painter, place, name,
                {.colour = here ? ui.theme.text : ui.theme.muted,
                 .size = label_size,
                 .face = here ? Face::bold : Face::sans,
                 .align = Align::centre});
        context.targets.put((here ? "label of " : "part label ") + name, place);
    };
    const std::string shown = instead.empty() ? stage_label(trace, at(current)) : instead;
    const float wide = ui.painter.measure(shown, label_size, Face::bold).width + 2;
    const float left = std::clamp(x(current) - wide / 2, area.x, std::max(area.x, area.right() - wide));
    const Rect here{left, area.y, wide, high};
    draw(shown, here, true);
    const float half = count > 1 ? (x(1) - x(0)) / 2 : em;
    float taken = area.x;  // up to here
    for (int first = 0, end = 0; first < count; first = end) {
        const std::string part = part_of(at(first));
        const Site& site = at(first).site;
        end = first + 1;
        while (end < count && !part.empty() && part_of(at(end)) == part && at(end).site.block == site.block &&
               at(end).site.stack == site.stack)
            ++end;
        if (first == current && end == first + 1) continue;
        if (part.empty() && site.block >= 0) continue;  // norms and sums of a block
        const std::string name = part.empty() ? stage_label(trace, at(first)) : part;
        const float needed = ui.painter.measure(name, label_size).width + 2;
        const Rect field{x(first) - half, area.y, x(end - 1) - x(first) + 2 * half, high};
        const float middle = field.x + field.w / 2;
        Rect place{middle - needed / 2, area.y, needed, high};
        if (!part.empty() && needed > field.w) continue;
        // Beside the stage that is shown, where that leaves room in the part.
        if (place.right() > here.x - space && place.x < here.right() + space) {
            if (here.x - space - needed >= field.x)
                place.x = here.x - space - needed;
            else if (here.right() + space + needed <= field.right())
                place.x = here.right() + space;
            else
                continue;
        }
        if (place.x < taken || place.right() > area.right()) continue;
        draw(name, place, false);
        taken = place.right() + space;
    }
}

/// A dot over each stage with a breakpoint; a ring where all of them are turned off.
void breakpoints(ViewContext& context, const Rect& line, const std::vector<Breakpoint>& points) {
    if (points.empty()) return;
    Ui& ui = context.ui;
    const Trace& trace = context.shown.current->trace();
    const auto& stages = trace.stages();
    const int count = static_cast<int>(stages.size());
    const float radius = std::max(2.5F, 0.26F * ui.em);
    for (int i = 0; i < count; ++i) {
        const Record& at = trace.record(stages[static_cast<std::size_t>(i)]);
        const auto about = [&](const Breakpoint& point) { return is_about(point, at); };
        if (std::ranges::none_of(points, about)) continue;
        const bool on = std::ranges::any_of(points, [&](const Breakpoint& point) { return stops_at(point, at); });
        const Vec2 middle{scrubber_x(line, count, i, ui.em),
                          line.y + std::min(radius, 0.1F * line.h)};  // above the knob
        ui.painter.circle(middle, radius + 1, ui.theme.panel);
        if (on)
            ui.painter.circle(middle, radius, ui.theme.warning);
        else
            ui.painter.ring(middle, radius - 0.5F, ui.theme.warning, 1.2F);
        context.targets.put((on ? "breakpoint of " : "breakpoint off of ") + at.name,
                            {middle.x - radius, middle.y - radius, 2 * radius, 2 * radius});
    }
}

void tooltips(ViewContext& context, const Rect& line, const std::vector<Breakpoint>& points) {
    const Trace& trace = context.shown.current->trace();
    const auto& stages = trace.stages();
    const int count = static_cast<int>(stages.size());
    const Ui& ui = context.ui;
    const Vec2 mouse = ui.input.mouse;
    if (!line.contains(mouse) || count < 2) return;
    int nearest = 0;
    for (int i = 1; i < count; ++i)
        if (std::abs(scrubber_x(line, count, i, ui.em) - mouse.x) <
            std::abs(scrubber_x(line, count, nearest, ui.em) - mouse.x))
            nearest = i;
    if (ui.input.pressed(Button::right)) {
        Cursor there = context.cursor;
        go_to(trace, there, stages[static_cast<std::size_t>(nearest)]);
        open_stage_menu(context, mouse, there);
    }
    const Record& at = trace.record(stages[static_cast<std::size_t>(nearest)]);
    std::string text = fmt::format(texts::walk::stage_at, nearest + 1, stage_text(trace, at).title);
    if (const std::string block = block_text(at.site); !block.empty())
        text += "\n" + (at.site.step < 0 ? block : fmt::format(texts::walk::block_and_step, block, at.site.step + 1));
    if (is_unchanged(trace, at)) text += std::string("\n") + texts::walk::unchanged;
    for (const Breakpoint& point : points)
        if (is_about(point, at))
            text += std::string("\n") + (point.enabled ? texts::walk::has_breakpoint : texts::walk::has_breakpoint_off);
    const float x = scrubber_x(line, count, nearest, ui.em);
    // Above the line: the names are below it.
    tooltip(context.ui, {x - 4, line.y - 1.2F * ui.em, 8, ui.window.bottom() - line.y + ui.em}, text);
}

}  // namespace

float timeline_height(const Ui& ui) {
    switch (layout(ui)) {
        case Layout::full: return 6.9F * ui.em;
        case Layout::no_labels: return 5.2F * ui.em;
        case Layout::one_row: return 2.6F * ui.em;
    }
    return 0;
}

std::optional<Command> draw_timeline(ViewContext& context, const Rect& area, WalkState& state) {
    Ui& ui = context.ui;
    const float em = ui.em;
    std::optional<Command> clicked;
    ui.painter.fill(area, ui.theme.panel);
    ui.painter.line({area.x, area.y + 0.5F}, {area.right(), area.y + 0.5F}, ui.theme.border);
    if (!context.shown.current || context.shown.current->trace().stages().empty()) return clicked;
    const Trace& trace = context.shown.current->trace();
    const int count = static_cast<int>(trace.stages().size());
    const Layout how = layout(ui);

    Rect rest = area.inset(1.0F * em, 0);
    Rect bar = how == Layout::one_row ? rest.take_left(11 * em) : rest.take_top(2.7F * em);
    transport(context, bar, state, clicked);
    if (how != Layout::one_row) step_choices(context, bar, state);

    Rect names = rest.take_top(how == Layout::one_row ? 0 : 1.1F * em);
    Rect line = rest.take_top(how == Layout::one_row ? rest.h : 1.5F * em);
    const int record = record_at(trace, context.cursor);
    int index = record < 0 ? 0 : stage_index(trace, record);
    if (how != Layout::one_row) groups(context, names, line);
    if (const int wanted = wanted_stage(context.targets, trace); wanted >= 0)
        context.targets.put(context.targets.wanted,
                            {scrubber_x(line, count, stage_index(trace, wanted), em) - 1, line.y, 2, line.h});
    if (state.differs != nullptr && !state.differs->empty())
        for (int i = 0; i < count; ++i)
            if ((*state.differs)[static_cast<std::size_t>(trace.stages()[static_cast<std::size_t>(i)])])
                ui.painter.fill(Rect{scrubber_x(line, count, i, em) - 1, line.bottom() - 0.3F * em, 2, 0.3F * em},
                                ui.theme.accent);
    context.targets.put("timeline", line);
    if (scrubber(ui, "timeline", line, count, index))
        go_to(trace, context.cursor, trace.stages()[static_cast<std::size_t>(index)]);
    // Dragged, it moves within a stage too: in the first part of the way to its neighbour the stage computes itself.
    constexpr float computed = 0.8F;
    state.scrubbed.reset();
    if (count > 1 && context.preferences.moves() && ui.input.dragging && ui.input.is_down(Button::left) &&
        line.contains(ui.input.drag_start)) {
        const float step = scrubber_x(line, count, 1, em) - scrubber_x(line, count, 0, em);
        const float along = (ui.input.mouse.x - scrubber_x(line, count, index, em)) / step + 0.5F;
        state.scrubbed = std::clamp(along / computed, 0.0F, 1.0F);
    }
    if (how == Layout::full) labels(context, rest, line, index, state.cached_label);
    breakpoints(context, line, state.focus.watch.breakpoints);
    tooltips(context, line, state.focus.watch.breakpoints);
    return clicked;
}

}  // namespace glassformer
