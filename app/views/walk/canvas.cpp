#include "app/views/walk/canvas.h"

#include <algorithm>
#include <cmath>

#include "app/views/explanation/arithmetic.h"
#include "app/views/wording.h"
#include "app/widgets/controls.h"
#include "core/cell_name.h"
#include "core/formula_text.h"

namespace glassformer {

namespace {

constexpr Vec2 nowhere{-1e6F, -1e6F};
constexpr double patience = 0.15;  // seconds before a slow evaluation is announced

/// "S[it, animal] = 4.33 (was 4.20)", in plain text.
std::string cell_text(const ViewContext& context, const CellRef& cell) {
    const Evaluation& evaluation = *context.shown.current;
    std::string text;
    for (const ArithmeticPiece& piece : cell_name(evaluation, cell))
        text += piece.markup ? plain_formula(piece.text) : piece.text;
    const float value = evaluation.trace().value(cell.record, cell.cell);
    text += " = " + number_text(static_cast<double>(value));
    if (context.shown.unedited) {
        const float before = context.shown.unedited->trace().value(cell.record, cell.cell);
        if (before != value) text += " (was " + number_text(static_cast<double>(before)) + ")";
    }
    return text;
}

/// One of several numbers: side by side where there is room, else a list. Counted from 1 on the screen.
bool choose(ViewContext& context, std::string_view id, Rect& area, const std::string& what, int count, int& selected) {
    Ui& ui = context.ui;
    const float em = ui.em;
    std::vector<std::string> labels;
    for (int i = 1; i <= count; ++i) labels.push_back(std::to_string(i));
    const float caption = ui.painter.measure(what, em::small).width + 0.5F * em;
    float width = segmented_width(ui, labels);
    const bool list = count > 8 || width > 0.3F * area.w;
    if (list) width = ui.painter.measure(labels.back(), em::body).width + 2.8F * em;
    if (caption + width > 0.5F * area.w) return false;
    const Rect place = area.take_right(width);
    area.take_right(0.2F * em);
    text_in(ui.painter, area.take_right(caption), what, {.colour = ui.theme.muted, .size = em::small});
    area.take_right(1.0F * em);
    context.targets.put(std::string(id), place);
    if (!list)
        for (int i = 0; i < count; ++i) {
            const float each = place.w / static_cast<float>(count);
            context.targets.put(std::string(id) + " " + labels[static_cast<std::size_t>(i)],
                                {place.x + static_cast<float>(i) * each, place.y, each, place.h});
        }
    return list ? dropdown(ui, id, place, labels, selected) : segmented(ui, id, place, labels, selected);
}

}  // namespace

Inputs without_edit(Inputs inputs, const std::string& record, const Cell& cell) {
    std::erase_if(inputs.edits, [&](const Edit& edit) { return edit.record == record && edit.cell == cell; });
    return inputs;
}

Inputs with_edit(Inputs inputs, const std::string& record, const Cell& cell, float value) {
    inputs = without_edit(std::move(inputs), record, cell);
    inputs.edits.push_back({record, cell, value});
    return inputs;
}

void WalkCanvas::draw(ViewContext& context, const Rect& area, WalkState& state) {
    Ui& ui = context.ui;
    if (!context.shown.current) {
        const bool failed = !context.shown.error.empty();
        text_in(ui.painter, area, failed ? "There is nothing to show yet." : "Computing …",
                {.colour = ui.theme.muted, .size = em::large, .align = Align::centre});
        if (!failed) old_mark(context, area, state);
        return;
    }
    Rect rest = area.inset(1.2F * ui.em, 0);
    rest.h -= 0.6F * ui.em;
    header(context, rest, state);
    stage_list(context, rest);
    picture(context, rest, state);
    old_mark(context, area, state);
}

void WalkCanvas::header(ViewContext& context, Rect& area, WalkState& state) const {
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
    const int heads = head_count(trace);
    if (head_count(trace, at) > 1 && at.shape.rank() >= 3)
        choose(context, "head", line, "Head", heads, context.cursor.head);
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
    const std::vector<Crumb> crumbs = breadcrumb(trace, record, context.cursor.head);
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
        if (!last && crumbs[i].record != record) {
            const Region touched = region(ui, "crumb " + std::to_string(i), place, true);
            if (touched.hovered || touched.focused) colour = ui.theme.accent;
            if (touched.clicked || touched.activated) {
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

/// The stages of the block, one below the other, where the canvas is wide: what comes before and after.
void WalkCanvas::stage_list(ViewContext& context, Rect& area) const {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Trace& trace = context.shown.current->trace();
    const int record = record_at(trace, context.cursor);
    const Record& at = trace.record(record);
    if (area.w < 66 * em || at.kind != Record::Kind::computed) return;
    std::vector<int> ids;
    for (const int id : trace.stages()) {
        const Record& other = trace.record(id);
        if (other.site.block == at.site.block && other.site.stack == at.site.stack && other.site.step == at.site.step)
            ids.push_back(id);
    }
    const float row = 1.75F * em;
    const float height = row * static_cast<float>(ids.size());
    if (ids.size() < 4 || height > area.h - em) return;
    Rect column = area.take_right(10 * em);
    area.take_right(1.5F * em);
    float y = column.y + (column.h - height) / 2;
    for (const int id : ids) {
        const Record& stage = trace.record(id);
        const Rect box = Rect{column.x, y, column.w, row - 0.3F * em}.snapped();
        const Colour tone = colour(ui.theme, stage.stage->meaning);
        const Region touched = region(ui, "stage " + stage.name, box, true);
        const bool here = id == record;
        if (here)
            ui.painter.fill(box, tone.faded(0.28F), 0.3F * em);
        else if (touched.hovered)
            ui.painter.fill(box, ui.theme.control_hot, 0.3F * em);
        ui.painter.stroke(box, here ? tone : ui.theme.border, here ? 1.5F : 1, 0.3F * em);
        ui.painter.circle({box.x + 0.75F * em, box.y + box.h / 2}, 0.18F * em, tone);
        text_in(ui.painter, {box.x + 1.3F * em, box.y, box.w - 1.5F * em, box.h}, stage.stage->label,
                {.colour = here ? ui.theme.text : ui.theme.muted,
                 .size = em::small,
                 .face = here ? Face::bold : Face::sans});
        if (touched.clicked || touched.activated) go_to(trace, context.cursor, id);
        y += row;
    }
}

void WalkCanvas::picture(ViewContext& context, const Rect& area, WalkState& state) {
    Ui& ui = context.ui;
    const Evaluation& evaluation = *context.shown.current;
    const Trace& trace = evaluation.trace();
    const int record = record_at(trace, context.cursor);
    const CellRef locked = locked_cell(trace, context.cursor);
    const Scene scene{.evaluation = evaluation,
                      .unedited = context.shown.unedited.get(),
                      .record = record,
                      .head = context.cursor.head,
                      .selected = locked,
                      .hovered = state.focus.pointed ? state.focus.pointed : state.focus.hovered,
                      .row_limit = context.cursor.limit,
                      .memory = &memory_};
    context.targets.put("canvas", area);
    const Region touched = region(ui, "picture", area);
    const Picture& shown = picture_of(trace.record(record));
    const std::optional<Hit> hit = shown.draw(ui.painter, area, scene, touched.hovered ? touched.mouse : nowhere);
    state.focus.hovered = hit ? hit->cell : CellRef{};
    if (hit && !editing()) tooltip(ui, hit->rect, cell_text(context, hit->cell));

    if (const std::string& wanted = context.targets.wanted; wanted.starts_with("cell:")) {
        const NamedCell cell = find_cell(trace, std::string_view(wanted).substr(5));
        if (const auto place = rect_of(ui.painter, area, scene, {cell.record, cell.cell}))
            context.targets.put(wanted, *place);
    }

    if (editing()) {
        const auto place = rect_of(ui.painter, area, scene, edited_);
        const bool gone = edited_ != locked;
        if (gone)
            edited_ = {};
        else
            edit_field(context, area, place.value_or(Rect{area.centre().x, area.centre().y, ui.em, ui.em}));
    } else if (touched.double_clicked && hit && hit->cell.record == record) {
        jump(trace, context.cursor, hit->cell);
        start_edit(context, state);
    } else if (touched.clicked) {
        if (!hit)
            context.cursor.locked = false;
        else if (hit->cell.record == record) {
            const int limit = context.cursor.limit;
            jump(trace, context.cursor, hit->cell);
            context.cursor.limit = limit;
        } else
            state.focus.jump_to(trace, context.cursor, hit->cell);
    }
}

void WalkCanvas::start_edit(ViewContext& context, WalkState& state) {
    if (!context.shown.current) return;
    const Trace& trace = context.shown.current->trace();
    const CellRef cell = state.focus.explained(trace, context.cursor);
    if (!cell) {
        context.notice = "Choose a cell first: click it, or press an arrow key up or down";
        return;
    }
    if (trace.record(cell.record).kind == Record::Kind::input) {
        context.notice = "An input comes from the text and the model; edit a stage or a weight";
        return;
    }
    jump(trace, context.cursor, cell);
    edited_ = cell;
    edit_text_ = exact_text(trace.value(cell.record, cell.cell));
    edit_error_.clear();
    focus_text_field(context.ui, "edit");
}

void WalkCanvas::edit_field(ViewContext& context, const Rect& area, const Rect& cell) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const float width = std::max(cell.w, 9 * em), high = 2.1F * em;
    Rect field{cell.centre().x - width / 2, cell.centre().y - high / 2, width, high};
    field.x = std::clamp(field.x, area.x, std::max(area.x, area.right() - width));
    field.y = std::clamp(field.y, area.y, std::max(area.y, area.bottom() - high));
    field = field.snapped();
    context.targets.put("edit", field);
    ui.painter.fill(field.inset(-3), ui.theme.accent, 0.35F * em);
    ui.painter.fill(field.inset(-1), ui.theme.field, 0.3F * em);
    const TextEvent event = text_field(ui, "edit", field, edit_text_, "a number, or -inf");
    const Record& record = context.shown.current->trace().record(edited_.record);
    float value = 0;
    const bool valid = parse_number(edit_text_, value);
    if (event == TextEvent::changed) edit_error_.clear();
    if (event == TextEvent::submitted) {
        if (valid) {
            context.session.set(with_edit(context.session.inputs(), record.name, edited_.cell, value));
            edited_ = {};
        } else {
            edit_error_ = "\"" + edit_text_ + "\" is not a number";
            focus_text_field(ui, "edit");
        }
    } else if (event == TextEvent::cancelled ||
               (ui.input.pressed(Button::left) && !field.inset(-4).contains(ui.input.mouse))) {
        edited_ = {};
    }
    if (!edit_error_.empty()) {
        const float wide = ui.painter.measure(edit_error_, em::small).width + em;
        Rect note{field.x, field.bottom() + 0.4F * em, wide, 1.7F * em};
        note.x = std::clamp(note.x, area.x, std::max(area.x, area.right() - wide));
        if (note.bottom() > area.bottom()) note.y = field.y - 0.4F * em - note.h;
        ui.painter.fill(note, ui.theme.panel, 0.3F * em);
        ui.painter.stroke(note, ui.theme.warning, 1, 0.3F * em);
        text_in(ui.painter, note.inset(0.5F * em, 0), edit_error_, {.colour = ui.theme.text, .size = em::small});
    }
}

void WalkCanvas::old_mark(ViewContext& context, const Rect& area, WalkState& state) const {
    Ui& ui = context.ui;
    const bool failed = !context.shown.error.empty();
    if (!context.shown.old && context.shown.current) {
        state.old_since = -1;
        return;
    }
    if (state.old_since < 0) state.old_since = ui.now;
    if (!failed) ui.keep_awake();  // the bar moves
    if (!failed && ui.now - state.old_since < patience) return;
    const float em = ui.em;
    if (context.shown.current) ui.painter.fill(area, ui.theme.background.faded(0.4F));
    std::string text = failed ? "old: the last text that could be computed" : "old: computing the new values";
    if (!failed) {
        const float done = std::clamp(context.shown.progress, 0.0F, 1.0F);
        ui.painter.fill({area.x, area.y, area.w, 3}, ui.theme.faint);
        ui.painter.fill({area.x, area.y, area.w * done, 3}, ui.theme.accent);
        text += ", " + std::to_string(static_cast<int>(std::lround(100 * done))) + " %";
    }
    if (!context.shown.current) return;
    const float width = ui.painter.measure(text, em::small).width + 1.4F * em;
    const Rect chip = Rect{area.centre().x - width / 2, area.bottom() - 2.6F * em, width, 1.9F * em}.snapped();
    context.targets.put("old", chip);
    ui.painter.fill(chip, ui.theme.panel, 0.95F * em);
    ui.painter.stroke(chip, failed ? ui.theme.warning : ui.theme.accent, 1, 0.95F * em);
    text_in(ui.painter, chip, text, {.colour = ui.theme.text, .size = em::small, .align = Align::centre});
}

}  // namespace glassformer
