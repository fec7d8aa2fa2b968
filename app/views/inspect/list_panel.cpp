#include "app/views/inspect/list_panel.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/views/inspect/texts.h"
#include "app/views/shared/menus.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

/// A line of the list: a heading, or a record.
struct Line {
    int group = -1;   // heading of this group
    int listed = -1;  // place in list.records
    float y = 0;      // from the top of the content
};

constexpr float heading_height = 2.0F, row_height = 1.7F;  // em

std::vector<Line> lines_of(const InspectState& state, float em, float& height) {
    std::vector<Line> lines;
    int group = -1;
    height = 0;
    for (const int i : state.kept) {
        const ListedRecord& row = state.list.records[static_cast<std::size_t>(i)];
        if (row.group != group) {
            group = row.group;
            lines.push_back({.group = group, .y = height});
            height += std::round(heading_height * em);
        }
        lines.push_back({.listed = i, .y = height});
        height += std::round(row_height * em);
    }
    return lines;
}

void draw_heading(Ui& ui, Rect box, const RecordGroup& group) {
    const float em = ui.em;
    box = box.inset(0.6F * em, 0);
    box.take_top(0.4F * em);
    if (const std::string count = heading_count(ui.painter, group, box.w); !count.empty()) {
        text_in(ui.painter, box.take_right(ui.painter.measure(count, em::small).width + 0.1F * em), count,
                {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
        box.take_right(0.4F * em);
    }
    text_in(ui.painter, box, group.title, {.colour = ui.theme.text, .size = em::small, .face = Face::bold});
}

void draw_row(Ui& ui, const Rect& box, const ListedRecord& row, const Record& record, bool here, bool hot) {
    const float em = ui.em;
    const Colour tone = colour(ui.theme, record.stage->meaning);
    if (here)
        ui.painter.fill(box, tone.faded(0.25F), 0.3F * em);
    else if (hot)
        ui.painter.fill(box, ui.theme.control_hot, 0.3F * em);
    if (here) ui.painter.fill({box.x, box.y + 0.25F * em, 3, box.h - 0.5F * em}, ui.theme.accent);
    const Vec2 dot{box.x + 0.95F * em, box.centre().y};
    if (record.kind == Record::Kind::computed)
        ui.painter.circle(dot, 0.2F * em, tone);
    else
        ui.painter.ring(dot, 0.2F * em, tone, 1.5F);
    Rect inside = box;
    inside.take_left(1.6F * em);
    inside.take_right(0.5F * em);
    const float name = ui.painter.measure(row.label, em::small).width;
    const float shape = ui.painter.measure(row.shape, em::small).width;
    if (name + shape + 0.5F * em <= inside.w) {  // the shape is also above the table
        text_in(ui.painter, inside.take_right(shape + 0.1F * em), row.shape,
                {.colour = ui.theme.muted, .size = em::small, .align = Align::right});
        inside.take_right(0.4F * em);
    }
    text_in(ui.painter, inside, row.label,
            {.colour = here ? ui.theme.text : mix(ui.theme.muted, ui.theme.text, 0.6F), .size = em::small});
}

void choose(ViewContext& context, InspectState& state, int listed) {
    go_to(context.shown.current->trace(), context.cursor, state.list.records[static_cast<std::size_t>(listed)].record);
    state.show_in_list = state.show_cell = true;
    context.ui.keep_awake();
}

}  // namespace

std::string heading_count(Painter& painter, const RecordGroup& group, float width) {
    if (group.parameters == 0) return "";
    const std::string count = group.parameters == 1
                                  ? texts::inspect::one_weight
                                  : fmt::format(texts::inspect::weights, count_text(group.parameters));
    const float name = painter.measure(group.title, em::small, Face::bold).width;
    return name + painter.measure(count, em::small).width + 0.5F * painter.em() <= width ? count : "";
}

void step_in_list(ViewContext& context, InspectState& state, int by) {
    if (state.kept.empty()) return;
    const int now = record_at(context.shown.current->trace(), context.cursor);
    const auto at = std::ranges::find_if(
        state.kept, [&](int i) { return state.list.records[static_cast<std::size_t>(i)].record == now; });
    // From a record that the filter hides, to the first one that it leaves.
    const auto place = at == state.kept.end() ? 0 : static_cast<int>(at - state.kept.begin()) + by;
    choose(context, state,
           state.kept[static_cast<std::size_t>(std::clamp(place, 0, static_cast<int>(state.kept.size()) - 1))]);
}

void draw_record_list(ViewContext& context, const Rect& area, InspectState& state) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Trace& trace = context.shown.current->trace();
    const int record = record_at(trace, context.cursor);
    ui.painter.fill(area, ui.theme.panel);
    ui.painter.line({area.right() - 0.5F, area.y}, {area.right() - 0.5F, area.bottom()}, ui.theme.border);
    context.targets.put("records", area);
    Rect rest = area.inset(0.6F * em, 0.6F * em);

    const Rect field = rest.take_top(2.1F * em).snapped();
    context.targets.put("filter", field);
    const std::string before = state.filter;
    const TextEvent event = text_field(ui, "filter", field, state.filter, texts::inspect::filter);
    if (event == TextEvent::cancelled) state.filter = before;  // Escape leaves the field and keeps what was typed
    if (event != TextEvent::none) {
        state.kept = filtered(state.list, state.filter);
        state.show_in_list = true;
        ui.keep_awake();
    }
    if (text_field_focused(ui, "filter") || event == TextEvent::submitted) {
        if (ui.input.pressed_even_typing(Key::down)) step_in_list(context, state, 1);
        if (ui.input.pressed_even_typing(Key::up)) step_in_list(context, state, -1);
        const bool hidden = std::ranges::none_of(
            state.kept, [&](int i) { return state.list.records[static_cast<std::size_t>(i)].record == record; });
        if (event == TextEvent::submitted && hidden) step_in_list(context, state, 0);
    }
    const std::size_t all = state.list.records.size();
    std::string count = fmt::format(texts::inspect::tensors_and_weights, all, count_text(state.list.parameters));
    const Rect counted = rest.take_top(1.7F * em).inset(0.2F * em, 0);
    if (!state.filter.empty())
        count = fmt::format(texts::inspect::tensors_kept, state.kept.size(), all);
    else if (ui.painter.measure(count, em::small).width > counted.w)
        count = fmt::format(texts::inspect::tensors, all);
    text_in(ui.painter, counted, count, {.colour = ui.theme.muted, .size = em::small});

    float height = 0;
    const std::vector<Line> lines = lines_of(state, em, height);
    Rect window = rest;
    window.w = std::floor(window.w - scroll_bar_width(ui));
    if (state.list_em != em) state.show_in_list = true;  // lines of another height
    state.list_em = em;
    if (state.show_in_list) {
        for (const Line& line : lines)
            if (line.listed >= 0 && state.list.records[static_cast<std::size_t>(line.listed)].record == record)
                Scroller::show(state.list_scroll.y, static_cast<double>(line.y - 2 * em),
                               static_cast<double>(line.y + 3 * em), static_cast<double>(window.h));
        state.show_in_list = false;
    }
    const Region over = region(ui, "record list", window);
    state.list_scroll.work(ui, "record list", window, 0, static_cast<double>(height), over.hovered, row_height * em);
    ui.painter.push_clip(window);
    for (const Line& line : lines) {
        const float y = std::round(window.y + line.y - static_cast<float>(state.list_scroll.y));
        const Rect box{window.x, y, window.w, std::round((line.group >= 0 ? heading_height : row_height) * em)};
        if (box.bottom() < window.y || box.y > window.bottom()) continue;
        if (line.group >= 0) {
            draw_heading(ui, box, state.list.groups[static_cast<std::size_t>(line.group)]);
            continue;
        }
        const ListedRecord& row = state.list.records[static_cast<std::size_t>(line.listed)];
        const Record& listed = trace.record(row.record);
        const bool hot = over.hovered && box.contains(over.mouse) && window.contains(over.mouse);
        if (window.contains(box.centre())) context.targets.put("record " + listed.name, box);
        draw_row(ui, box, row, listed, row.record == record, hot);
        if (hot) *ui.cursor = CursorShape::hand;
        if (hot && (over.clicked || over.right_clicked)) choose(context, state, line.listed);
        if (hot && over.right_clicked) open_stage_menu(context, over.mouse);
    }
    ui.painter.pop_clip();
    if (state.kept.empty())
        text_in(ui.painter, window.take_top(2 * em), texts::inspect::no_tensors,
                {.colour = ui.theme.muted, .size = em::small, .align = Align::centre});
}

}  // namespace glassformer
