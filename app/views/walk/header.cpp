#include "app/views/walk/header.h"

#include <algorithm>
#include <optional>

#include "app/views/changes_sheet.h"
#include "app/views/heads_off.h"
#include "app/views/wording.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

/// One of several numbers: side by side where there is room, else a list. Counted from 1 on the screen.
/// `off` marks some of them as switched off.
bool choose(ViewContext& context, std::string_view id, Rect& area, const std::string& what, int count, int& selected,
            const std::vector<bool>& off = {}) {
    Ui& ui = context.ui;
    const float em = ui.em;
    std::vector<std::string> labels;
    const bool marked = static_cast<int>(off.size()) == count;
    for (int i = 1; i <= count; ++i)
        labels.push_back(std::to_string(i) + (marked && off[static_cast<std::size_t>(i - 1)] ? " off" : ""));
    const float caption = ui.painter.measure(what, em::small).width + 0.5F * em;
    float width = segmented_width(ui, labels);
    const bool list = count > 8 || width > 0.3F * area.w;
    if (list) {
        width = 0;
        for (const std::string& label : labels) width = std::max(width, ui.painter.measure(label, em::body).width);
        width += 2.8F * em;
    }
    if (caption + width > 0.5F * area.w) return false;
    const Rect place = area.take_right(width);
    area.take_right(0.2F * em);
    text_in(ui.painter, area.take_right(caption), what, {.colour = ui.theme.muted, .size = em::small});
    area.take_right(1.0F * em);
    context.targets.put(std::string(id), place);
    if (!list) {
        float x = place.x;
        for (int i = 0; i < count; ++i) {
            const float each = segmented_width(ui, std::span(labels).subspan(static_cast<std::size_t>(i), 1));
            context.targets.put(std::string(id) + " " + std::to_string(i + 1), {x, place.y, each, place.h});
            x += each;
        }
    }
    const bool changed = list ? dropdown(ui, id, place, labels, selected) : segmented(ui, id, place, labels, selected);
    for (std::size_t i = 0; i < off.size() && marked; ++i) {
        if (!off[i] || (list && static_cast<int>(i) != selected)) continue;
        Rect part = place;
        if (!list) part = context.targets.places.at(std::string(id) + " " + std::to_string(i + 1));
        ui.painter.stroke(part.inset(1), ui.theme.warning, 2, 0.35F * em);
    }
    return changed;
}

/// How many changes there are, as a button that lists them; "original" while they are not shown.
void changes_chip(ViewContext& context, Rect& area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const int count = change_count(*context.shown.current, context.session.inputs());
    if (count == 0) return;
    const std::string text =
        context.original ? "original" : std::to_string(count) + (count == 1 ? " change" : " changes");
    const float width = ui.painter.measure(text, em::small, Face::bold).width + 1.4F * em;
    if (width > 0.4F * area.w) return;
    Rect chip = area.take_right(width);
    area.take_right(1.0F * em);
    chip = Rect{chip.x, chip.y + 0.15F * em, chip.w, chip.h - 0.3F * em}.snapped();
    const Region touched = region(ui, "changes", chip, true);
    context.targets.put("changes", chip);
    const Colour base = context.original  ? ui.theme.accent
                        : touched.hovered ? mix(ui.theme.background, ui.theme.accent, 0.35F)
                                          : mix(ui.theme.background, ui.theme.accent, 0.18F);
    ui.painter.fill(chip, base, chip.h / 2);
    ui.painter.stroke(chip, ui.theme.accent, 1, chip.h / 2);
    text_in(ui.painter, chip, text,
            {.colour = context.original ? ui.theme.on_accent : ui.theme.text,
             .size = em::small,
             .face = Face::bold,
             .align = Align::centre});
    if (context.original) return;
    if (touched.hovered) {
        *ui.cursor = CursorShape::hand;
        tooltip(ui, chip,
                hint("List them, take them back", Command::changes) + "\n" +
                    hint("Hold the key to see the run without them", Command::original));
    }
    if (touched.clicked || touched.activated) context.request = Command::changes;
}

/// The first link of the way shows the whole model, that of the block the block.
std::optional<Zoom> zoom_of(const Trace& trace, int record, std::size_t crumb) {
    if (crumb == 0) return Zoom::model;
    const Record& at = trace.record(record);
    if (crumb == 1 && at.kind == Record::Kind::computed && at.site.block >= 0) return Zoom::block;
    return {};
}

}  // namespace

void draw_header(ViewContext& context, Rect& area, WalkState& state) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em;
    const Trace& trace = context.shown.current->trace();
    const int record = record_at(trace, context.cursor);
    const Record& at = trace.record(record);
    area.take_top(0.3F * em);
    Rect line = area.take_top(2.0F * em);
    area.take_top(0.4F * em);

    // Selectors at the right, the path in what is left.
    changes_chip(context, line);
    const std::vector<bool> off = heads_off(*context.shown.current, record);
    const int heads = head_count(trace);
    if (head_count(trace, at) > 1 && at.shape.rank() >= 3)
        choose(context, "head", line, "Head", heads, context.cursor.head, off);
    int blocks = 0;
    std::vector<int> sites;
    for (const int id : trace.stages()) {
        const Record& other = trace.record(id);
        if (other.site.stack == at.site.stack && other.stage == at.stage &&
            std::string_view(other.site.attention) == at.site.attention && other.site.block >= 0 &&
            other.site.step == at.site.step) {
            sites.push_back(id);
            ++blocks;
        }
    }
    int block = std::max(0, at.site.block);
    if (blocks > 1 && at.site.block >= 0 && choose(context, "block", line, level_text(at.site), blocks, block))
        go_to(trace, context.cursor, sites[static_cast<std::size_t>(block)]);
    if (at.site.step >= 0) {
        std::vector<int> steps;
        for (const int id : trace.stages()) {
            const Record& other = trace.record(id);
            if (other.site.stack == at.site.stack && other.stage == at.stage && other.site.block == at.site.block)
                steps.push_back(id);
        }
        const int count = static_cast<int>(steps.size());
        int step = std::clamp(at.site.step, 0, count - 1);
        if (count > 1 && choose(context, "step", line, "Step", count, step))
            go_to(trace, context.cursor, steps[static_cast<std::size_t>(step)]);
    }

    float x = line.x;
    std::vector<Crumb> crumbs = breadcrumb(trace, record, context.cursor.head);
    if (head_switched_off(*context.shown.current, record, context.cursor.head))
        for (Crumb& crumb : crumbs)
            if (crumb.text.starts_with("Head ")) crumb.text += " (off)";
    // Where there is no room for the whole way, its end tells more than its beginning.
    std::size_t begin = crumbs.size();
    for (float wide = 0; begin > 0; --begin) {
        const bool last = begin == crumbs.size();
        wide += painter.measure(crumbs[begin - 1].text, em::body, last ? Face::bold : Face::sans).width;
        if (wide > line.w && !last) break;
        wide += 1.4F * em;
    }
    for (std::size_t i = begin; i < crumbs.size(); ++i) {
        const bool last = i + 1 == crumbs.size();
        const Face face = last ? Face::bold : Face::sans;
        const float width = painter.measure(crumbs[i].text, em::body, face).width;
        const Rect place{x, line.y, std::min(width, std::max(0.0F, line.right() - x)), line.h};
        Colour colour = last ? ui.theme.text : ui.theme.muted;
        const std::optional<Zoom> seen = zoom_of(trace, record, i);
        if (seen || (!last && crumbs[i].record != record)) {
            const Region touched = region(ui, "crumb " + std::to_string(i), place, true);
            if (touched.hovered || touched.focused) colour = ui.theme.accent_text;
            if (touched.clicked || touched.activated) {
                if (seen)
                    state.zoom = *seen;
                else
                    go_to(trace, context.cursor, crumbs[i].record);
                state.focus.hovered = {};
            }
        }
        context.targets.put("crumb " + std::to_string(i), place);
        text_in(painter, place, crumbs[i].text, {.colour = colour, .size = em::body, .face = face});
        x += width;
        if (!last) {
            text_in(painter, {x, line.y, 1.4F * em, line.h}, "›",
                    {.colour = ui.theme.faint, .size = em::body, .align = Align::centre});
            x += 1.4F * em;
        }
    }
}

}  // namespace glassformer
